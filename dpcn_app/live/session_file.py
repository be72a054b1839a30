"""A session: settings, overlays, current frame and camera, in one small JSON file.

The network and the video are named, not contained: the file says where they are, and they are also
looked for in its own folder.
"""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.atomic import replacing
from dpcn_app.storage.json_fields import as_json, checked_fields
from dpcn_app.video.edition import edition_of
from dpcn_app.video.source_spec import FILE

SUFFIX = ".dpcn"
_HEADER = {"format": "dpcn_app", "kind": "session", "version": 2}
_FIRST_HEADER = _HEADER | {"version": 1}
_LARGEST = 1_000_000  # bytes: many strokes take some hundred thousand
_CAMERA = 1e6  # degrees or times, more than any camera has


@dataclass(frozen=True)
class Session:
    """What is needed to continue where the user stopped.

    Parameters
    ----------
    settings
        What is watched, and how.
    model_file
        Where the network is; None for one that comes with the app.
    frame
        The current frame.
    camera
        Azimuth, elevation and zoom.
    playing
        Whether the video plays.
    overlays
        What is drawn over and around the pictures.
    """

    settings: Settings
    model_file: str | None
    frame: int
    camera: tuple[float, float, float]
    playing: bool = True
    overlays: Overlays = field(default_factory=Overlays)

    def __post_init__(self) -> None:
        self.settings.check()
        if self.frame < 0 or not all(abs(each) <= _CAMERA for each in self.camera):
            raise UserError("its frame or its camera is out of range")


def save_session(path: Path, session: Session) -> None:
    """Write a session."""
    fields = as_json(session)
    del fields["settings"]["edition"]  # the file as it is counts when the session is opened
    with replacing(path) as file:
        file.write(json.dumps(_HEADER | fields, indent=2).encode())


def load_session(path: Path) -> Session:
    """Read a session; its files are looked for where they were, and in its folder."""
    try:
        if path.exists() and not path.is_file():  # a pipe would wait for its other end
            raise UserError(f"{path} is not a file; choose another one.")
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        session = _parsed(content)
    except UserError as error:
        reason = str(error).rstrip(".")
        raise UserError(f"{path} is no session that can be used here: {reason}.") from error
    settings = session.settings
    if settings.source_kind == FILE:
        source = _found(settings.source, path)
        settings = dataclasses.replace(settings, source=source, edition=edition_of(source))
    model = None if session.model_file is None else _found(session.model_file, path)
    return dataclasses.replace(session, settings=settings, model_file=model)


def _parsed(content: bytes) -> Session:
    if len(content) > _LARGEST:
        raise UserError("it is far too large")
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UserError("it is not JSON, or damaged") from error
    header = {name: fields.pop(name, None) for name in _HEADER} if isinstance(fields, dict) else {}
    if header not in (_HEADER, _FIRST_HEADER):
        raise UserError("it is another kind or a newer version of file")
    fields = {"playing": True, "overlays": {}} | fields  # older files know neither
    settings, overlays = fields.get("settings"), fields["overlays"]
    if isinstance(overlays, dict):
        fields["overlays"] = as_json(Overlays()) | overlays
    if isinstance(settings, dict):
        if header == _FIRST_HEADER:
            settings = _with_source(settings)
        # Settings that are newer than the file have their default values.
        fields["settings"] = as_json(Settings()) | settings
    return Session(**checked_fields(Session, fields))


def _with_source(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings of a version 1 file, where generated shapes had no source, with a source."""
    shape_set, frames = settings.pop("shape_set", "easy"), settings.pop("frames", 300)
    if not settings.get("source"):
        settings["source"] = shapes_source(shape_set, frames)
    return settings


def _found(name: str, session: Path) -> str:
    """Return a file, or if it is gone, one of the same name in the folder of the session."""
    beside = session.absolute().parent / Path(name).name
    # Unlike those of Path, these functions take a name that no file can have.
    return str(beside) if not os.path.exists(name) and os.path.exists(beside) else name
