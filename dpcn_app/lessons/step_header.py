"""The header of a step: the settings that it brings about, what it waits for and what it lights."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from dpcn_app.errors import UserError
from dpcn_app.lessons.experiment_header import read_run, read_training
from dpcn_app.lessons.formulas import read_condition
from dpcn_app.lessons.header_values import (
    named_values,
    one_of,
    plain_number,
    whole_number,
    yes_or_no,
)
from dpcn_app.lessons.lesson import Awaited, Setup
from dpcn_app.lessons.named_numbers import check_number
from dpcn_app.live.settings import Settings
from dpcn_app.storage.json_fields import as_json, checked_fields
from dpcn_app.training.presets import PRESETS
from dpcn_app.video.source_spec import CAMERA, FILE, source_kind

PANELS = (
    *("causes", "dictionary", "fields", "transitions", "gabors", "layers", "why", "top-units"),
    *("network", "training", "microscope", "eyes-closed", "states"),
)
"""Names of the panels that a step may bring to the front."""
LIGHTS = (
    *PANELS,
    *("stage", "mode", "belief", "model", "video", "noise", "seed", "play", "frame", "speed"),
    *("start", "memory"),
)
"""Names of what a step may light."""
MOST_FRAME = 10_000_000
_OTHERS = (
    *("frame", "playing", "panels", "select", "camera", "training", "run", "stays"),
    "after",
    *("wait", "light"),
)
KEYS = (
    *"0123456789ABCDGHJLMNOPSTW+-=[]",
    *("Shift+J", "Shift+M", "Space", "Left", "Right", "Home", "End", "Esc"),
    *("F1", "F2", "F7", "F8", "F11", "Shift+F1"),
    *("Ctrl+E", "Ctrl+L", "Ctrl+O", "Ctrl+S", "Ctrl+V", "Ctrl+Y", "Ctrl+Z", "Ctrl+Alt+C"),
    *("Ctrl+Shift+C", "Ctrl+Shift+E", "Ctrl+Shift+K", "Ctrl+Shift+N", "Ctrl+Shift+O"),
    *("Ctrl+Shift+S", "Ctrl+Shift+Z"),
)
"""Keys that a step may wait for, as Qt writes them: those of the window that do not end a step."""


@dataclass
class StepHeader:
    """The header of a step while it is read."""

    settings: dict[str, object] = field(default_factory=dict)
    others: dict[str, Any] = field(default_factory=dict)
    light: str = ""
    awaited: Awaited = field(default_factory=Awaited)

    def setup(self) -> Setup:
        """Return what the step brings about."""
        return Setup(self.settings, **self.others)


def read_header_line(header: StepHeader, name: str, value: str) -> None:
    """Read one line of a header; refuse a name or a value that is not known."""
    if name in header.settings or name in header.others:
        raise UserError(f"{name} is given twice in this step; keep one of them")
    if name == "wait":
        header.awaited = _awaited(value)
    elif name == "light":
        header.light = one_of(value, LIGHTS, "light")
    elif name == "frame":
        header.others["frame"] = whole_number(value, "frame", 1, MOST_FRAME) - 1
    elif name == "playing":
        header.others["playing"] = yes_or_no(value, "playing")
    elif name == "panels":
        chosen = [one_of(each.strip(), PANELS, "panel") for each in value.split(",")]
        header.others["panels"] = tuple(chosen)
    elif name == "select":
        header.others |= _selected(value)
    elif name == "camera":
        numbers = [plain_number(each, "camera") for each in value.split(",")]
        if len(numbers) != 3:
            raise UserError("a camera has three numbers: '- camera: 30, 20, 1'")
        header.others["camera"] = tuple(numbers)
    elif name == "training":
        header.others["training"] = read_training(value)
    elif name == "run":
        header.others["run"] = read_run(value)
    elif name == "stays":
        header.others["stays"] = yes_or_no(value, "stays")
    elif name == "after":
        header.others["after"] = one_of(value, ("answer",), "after")
    else:
        header.settings[name] = _setting(name, value)


def _awaited(value: str) -> Awaited:
    if match := re.fullmatch(r"key (.+)", value):
        if match[1] not in KEYS:
            raise UserError(f"the window has no key {match[1][:20]!r}; it has {', '.join(KEYS)}")
        return Awaited("key", key=match[1])
    if value == "answer":
        return Awaited("answer")
    if value == "training done":
        return Awaited("training")
    if not re.search("[<>]", value):
        raise UserError("wait for 'key T', 'answer', 'training done' or 'silhouette:both > 0.6'")
    numbers = read_condition(value)
    for name in numbers.names:
        check_number(name)
    return Awaited("number", numbers=numbers)


def _selected(value: str) -> dict[str, Any]:
    if match := re.fullmatch(r"atom ([1-9][0-9]{0,5})", value):
        return {"atom": int(match[1]) - 1}
    if match := re.fullmatch(r"cause ([1-9][0-9]{0,5}) of layer ([1-9])", value):
        return {"cause": (int(match[2]) - 1, int(match[1]) - 1)}
    raise UserError("select like '- select: atom 12' or '- select: cause 3 of layer 2'")


def not_there(setup: Setup, network: str) -> str:
    """Return what is wrong where a step selects what the network of a preset has not."""
    layers = PRESETS[network].network.layers
    if setup.atom is not None and setup.atom >= layers[0].states:
        return f"there is no atom {setup.atom + 1}: {network} has {layers[0].states} in layer 1"
    if setup.cause is not None:
        layer, cause = setup.cause
        if layer >= len(layers):
            return f"there is no layer {layer + 1}: {network} has {len(layers)}"
        if cause >= layers[layer].causes:
            has = layers[layer].causes
            return f"there is no cause {cause + 1}: {network} has {has} in layer {layer + 1}"
    return ""


def _setting(name: str, value: str) -> object:
    """Return a setting's value from its text, of the type that `Settings` wants."""
    hints = get_type_hints(Settings)
    del hints["edition"]  # of a file, which no lesson shows
    if name not in hints:
        known = ", ".join((*hints, *_OTHERS))
        raise UserError(f"there is no setting {name[:40]!r}; there are {known}")
    if name == "source" and source_kind(value) in (FILE, CAMERA):
        raise UserError("a lesson shows generated videos, such as shapes:set=hard, and no files")
    # Without noise, whose range depends on its kind; a step's settings are checked together later.
    settings = as_json(Settings(noise=0.0)) | {name: _json(hints[name], value, name)}
    try:
        checked = Settings(**checked_fields(Settings, settings))
        checked.check()
    except UserError as error:
        raise UserError(f"{name}: {error}") from error
    return getattr(checked, name)


def _json(kind: Any, value: str, name: str) -> object:
    if isinstance(kind, UnionType) and NoneType in get_args(kind):
        if value == "none":
            return None
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if kind is bool:
        return yes_or_no(value, name)
    if kind is int:
        return whole_number(value, name, 0, 10**9)
    if kind is float:
        return plain_number(value, name)
    if get_origin(kind) is tuple:
        return _items(get_args(kind)[0], value, name)
    if dataclasses.is_dataclass(kind):
        raise UserError(f"{name} cannot be set in a lesson")
    return value


def _items(kind: Any, value: str, name: str) -> list[object]:
    """Return the items of a list: names, numbers, or pairs such as `time=2`."""
    if value == "none":
        return []
    if get_origin(kind) is tuple:
        pairs = named_values(value, name, "handed_down=3, time=5")
        return [[key, plain_number(text, name)] for key, text in pairs]
    return [_json(kind, each.strip(), name) for each in value.split(",")]
