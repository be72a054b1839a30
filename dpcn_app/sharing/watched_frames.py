"""Watching a video frame by frame without a window: what the window would show of each frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dpcn_app.errors import UserError
from dpcn_app.live.choices import open_with
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import AddModel, Change, Jump
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.models import Model
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import CAMERA, SourceSpec

Report = Callable[[float, str], None]
"""Takes the share done and what is being done; what it raises ends the work."""

_WORK = 0.5  # seconds between two reports


class WatchedFrames:
    """The frames of a video, with what is inferred in all modes of the settings.

    Attributes
    ----------
    first
        What is shown of the first frame.
    """

    def __init__(self, controller: Controller, settings: Settings, report: Report) -> None:
        self._controller, self._settings = controller, settings
        self.first = self._look()
        while controller.work(_WORK) is not None:
            self.first = self._look()
            share = 1.0 if self.first.busy is None else self.first.busy
            report(share, "inferring" if self.first.video.scored else "looking through")

    def __len__(self) -> int:
        return self.first.video.length

    def at(self, index: int) -> Snapshot:
        """Return what is shown of a frame, once all of it is inferred."""
        self._controller.handle(Jump(index))
        snapshot = self._look()
        while snapshot.frame_done is not None:
            self._controller.work(_WORK)
            snapshot = self._look()
        if snapshot.frame.index != index:  # the controller has shown the last one it could
            raise UserError(_reason(snapshot))
        return snapshot

    def _look(self) -> Snapshot:
        """Return a snapshot that shows what was asked for; else raise the reason why it cannot."""
        snapshot = self._controller.snapshot()
        if snapshot.refused is not None or snapshot.settings != self._settings:
            raise UserError(_reason(snapshot))
        return snapshot


def _reason(snapshot: Snapshot) -> str:
    return snapshot.problems[-1] if snapshot.problems else "This cannot be shown."


@contextmanager
def watching(
    settings: Settings,
    report: Report,
    model: Model | None = None,
    seen: FrameSource | None = None,
) -> Iterator[WatchedFrames]:
    """Open a video, infer what is inferred in advance, and give its frames.

    Parameters
    ----------
    settings
        The network, the video, its noise, and the modes.
    report
        Is told how much has been inferred in advance, or looked through.
    model
        The network that the settings name, where it is not a bundled one.
    seen
        What a camera saw, where the settings name one; the caller may close it.
    """
    settings.check()
    if seen is None and SourceSpec.parse(settings.source).kind == CAMERA:
        raise UserError(
            "A camera has no end; watch it in the window, where the last 30 seconds can be "
            "exported (File ▸ Export), or name a video file."
        )
    first = settings
    if model is not None:  # until it is in the list, a bundled one watches
        first = Settings() if seen is None else open_with(settings.source)
    controller = Controller(first, playing=False, video=seen)
    try:
        if model is not None:
            controller.handle(AddModel(settings.model, model))
            controller.handle(Change(settings))
        yield WatchedFrames(controller, settings, report)
    finally:
        controller.close()
