"""Where video, network and training meet: carries out commands and works in small pieces.

It lives in the engine thread and knows nothing of threads or windows: `handle` a command, do a
piece of `work`, ask for a `snapshot`.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.scores import moving_average
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import OFF, TopDown, predict
from dpcn_app.errors import UserError
from dpcn_app.experiments.streams import patch_grid
from dpcn_app.gui.apprentice import Apprentice
from dpcn_app.gui.commands import (
    AddModel,
    Change,
    Command,
    Jump,
    PauseTraining,
    Play,
    StartTraining,
    Step,
    StopTraining,
)
from dpcn_app.gui.settings import FRAMES_PER_SECOND, Settings
from dpcn_app.gui.snapshot import Snapshot, View
from dpcn_app.gui.track import Track, scores_of
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model
from dpcn_app.video.source import Image, frames


class Workshop:
    """The state behind the window.

    Parameters
    ----------
    settings
        To begin with.
    playing
        Whether frames go on by themselves from the start.
    """

    def __init__(self, settings: Settings, *, playing: bool = True) -> None:
        self._models: dict[str, Model | None] = dict.fromkeys(bundled_models())
        self._apprentice: Apprentice | None = None
        self._problems: list[str] = []
        self._playing = playing
        self._index = 0
        self._due = time.monotonic()
        self._shown: deque[float] = deque(maxlen=256)
        self._set_up(settings)

    def _set_up(self, settings: Settings) -> None:
        """Open the network and the video that the settings name."""
        network = self._model(settings.model).network
        video = settings.video()
        grid = patch_grid(network.spec, video.frame_shape)
        self._settings, self._network, self._video, self._grid = settings, network, video, grid
        self._labels: NDArray[np.int_] = np.array([frame.label for frame in frames(video)])
        self._tracks: dict[str, Track] = {}
        self._clean = Track(network, video, grid, OFF, clean=True)
        self._index = min(self._index, len(video) - 1)

    def _model(self, name: str) -> Model:
        if name not in self._models:
            raise UserError(f"There is no network called {name!r} in the list.")
        model = self._models[name]
        if model is None:
            model = self._models[name] = open_model(name)
        return model

    # --- commands ---------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Carry a command out; what cannot be done becomes a problem to show."""
        try:
            self._handle(command)
        except UserError as error:
            self._problems.append(str(error))

    def _handle(self, command: Command) -> None:
        match command:
            case Change(settings):
                self._change(settings)
            case Play(on):
                self._playing, self._due = on, time.monotonic()
                if on and self._index == len(self._video) - 1 and not self._settings.loop:
                    self._go_to(0)
            case Step(count):
                self._playing = False
                self._go_to(self._index + count)
            case Jump(index):
                self._go_to(index)
            case AddModel(name, model):
                self._models[name] = model
            case StartTraining():
                if self._apprentice is not None and self._apprentice.state in ("running", "paused"):
                    raise UserError("A training is under way; stop it before starting another.")
                self._apprentice = Apprentice(command, self._free_name(command.preset.name))
            case PauseTraining(on):
                if self._apprentice is not None and self._apprentice.state in ("running", "paused"):
                    self._apprentice.state = "paused" if on else "running"
                    if on:
                        self._apprentice.keep_checkpoint()
            case StopTraining():
                if self._apprentice is not None and self._apprentice.state in ("running", "paused"):
                    self._apprentice.state = "stopped"
                    self._apprentice.forget_checkpoint()
                    self._models[self._apprentice.name] = self._apprentice.model()

    def _change(self, settings: Settings) -> None:
        for mode in settings.modes:
            if mode != "average":
                TopDown.named(mode).check(self._model(settings.model).network)
        if settings.what != self._settings.what:
            self._set_up(settings)
        self._settings = settings
        self._due = time.monotonic()

    def _go_to(self, index: int) -> None:
        self._index = int(np.clip(index, 0, len(self._video) - 1))
        self._shown.append(time.monotonic())

    def _free_name(self, preset: str) -> str:
        number = 1
        while f"{preset} {number}" in self._models:
            number += 1
        return f"{preset} {number}"

    # --- work -------------------------------------------------------------------------------------

    def _track(self, mode: str) -> Track:
        """Return the track of a mode; the moving average looks at the bottom-up one."""
        name = "off" if mode == "average" else mode
        if name not in self._tracks:
            self._tracks[name] = Track(self._network, self._video, self._grid, TopDown.named(name))
        return self._tracks[name]

    def _unfinished(self) -> list[Track]:
        shown = [self._track(mode) for mode in self._settings.modes]
        return [track for track in (*shown, self._clean) if not track.complete]

    def work(self, budget: float = 0.01) -> float | None:
        """Work for about `budget` seconds; return the seconds until there is more, None for never.

        First the frame that is due, then a training step, then frames that nobody has seen yet.
        """
        deadline = time.monotonic() + budget
        if self._playing and time.monotonic() >= self._due:
            self._next_frame()
        if self._apprentice is not None and self._apprentice.state == "running":
            self._train()
        while time.monotonic() < deadline:
            unfinished = self._unfinished()
            if not unfinished:
                break
            min(unfinished, key=lambda track: track.reached).advance()
        if self._unfinished() or (self._apprentice and self._apprentice.state == "running"):
            return 0.0
        return max(0.0, self._due - time.monotonic()) if self._playing else None

    @property
    def lively(self) -> bool:
        """Whether the pictures change by themselves: frames go on, or are being inferred."""
        return self._playing or bool(self._unfinished())

    def _next_frame(self) -> None:
        speed = self._settings.speed
        now = time.monotonic()
        pause = 1 / (FRAMES_PER_SECOND * speed) if speed > 0 else 0.0
        self._due = max(self._due + pause, now - pause)  # a late frame is not made up for later
        if self._index + 1 < len(self._video):
            self._go_to(self._index + 1)
        elif self._settings.loop:
            self._go_to(0)
        else:
            self._playing = False

    def _train(self) -> None:
        assert self._apprentice is not None
        try:
            self._apprentice.advance()
        except UserError as error:  # its checkpoint could not be written
            self._problems.append(str(error))
        if self._apprentice.state == "done":
            name = self._apprentice.name
            self._models[name] = self._apprentice.model()

    def close(self) -> None:
        """Keep what would be lost: a running training leaves a checkpoint."""
        if self._apprentice is not None and self._apprentice.state in ("running", "paused"):
            with suppress(UserError):  # nobody is left to be told
                self._apprentice.keep_checkpoint()

    # --- what the window sees ---------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return everything that the window shows."""
        frame = self._video.frame(self._index)
        views = tuple(self._view(mode, frame.image) for mode in self._settings.modes)
        unfinished = self._unfinished()
        busy = min(track.reached for track in unfinished) / len(self._video) if unfinished else None
        now = time.monotonic()
        recent = [at for at in self._shown if now - at <= 1.0]
        return Snapshot(
            settings=self._settings,
            network=self._network,
            model=self._model(self._settings.model),
            models=tuple(self._models),
            classes=self._video.classes,
            labels=self._labels,
            frame=frame,
            views=views,
            playing=self._playing,
            busy=busy,
            shown_per_second=float(len(recent)),
            training=self._apprentice.view() if self._apprentice is not None else None,
            problems=tuple(self._problems),
        )

    def _view(self, mode: str, image: Image) -> View:
        track = self._track(mode)
        state = track.state(self._index)
        prediction = None
        if self._index > 0:
            prediction = self._expectation(track.state(self._index - 1))
        reconstruction = self._picture(state.layers[0].reconstruction)
        causes = track.causes.copy()
        if mode == "average":
            causes[: track.reached] = moving_average(causes[: track.reached])
            scores = scores_of(causes[: track.reached], self._labels, self._clean_causes())
        else:
            scores = track.scores(self._labels, self._clean_causes())
        return View(mode, state, reconstruction, prediction, image - reconstruction, causes, scores)

    def _expectation(self, before: NetworkState) -> Image:
        """Draw what was expected of a frame: C((1 − e^{−Bû}) ∘ A x_{t−1}).

        The states that follow from the last ones, each as far as what is handed down opens it. The
        paper's x̂ opens or shuts a state altogether, and shuts nearly all: a black picture.
        """
        layer = self._network.layers[0]
        u_hat = predict(self._network, before)[0].causes
        opened = 1 - np.exp(-np.maximum(u_hat @ layer.B.T, 0))[:, None, :]
        return self._picture((opened * (before.layers[0].states @ layer.A.T)) @ layer.C.T)

    def _picture(self, patches: NDArray[np.floating]) -> Image:
        return self._grid.blend(patches.reshape(-1, patches.shape[-1]).astype(np.float32))

    def _clean_causes(self) -> NDArray[np.float32] | None:
        return self._clean.causes if self._clean.complete else None
