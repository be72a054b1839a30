"""The state behind the window: video, networks and training; it carries out commands.

It runs in the engine thread, but uses neither threads nor Qt: `handle` takes a command, `work` does
a piece of work, and `snapshot` returns what to show.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.expectation import expected_patches, expects_by_prior
from dpcn_app.analysis.likeness import Likeness, likeness
from dpcn_app.analysis.scores import Scores, moving_average
from dpcn_app.analysis.surprise import expected_part
from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    Command,
    Jump,
    ListModels,
    PauseTraining,
    Play,
    RenameModel,
    StartTraining,
    Step,
    StopTraining,
)
from dpcn_app.live.first_snapshot import open_settings_video
from dpcn_app.live.input_video import InputVideo, make_input_video
from dpcn_app.live.network_list import NetworkList
from dpcn_app.live.network_modes import top_down_of
from dpcn_app.live.playback import Playback
from dpcn_app.live.settings import FRAMES_PER_SECOND, Settings
from dpcn_app.live.snapshot import Snapshot, VideoView, View
from dpcn_app.live.track import Track
from dpcn_app.live.training_job import TrainingJob
from dpcn_app.live.unexpected_errors import UnexpectedErrors, what_is_asked
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.training.status import TrainingStatus
from dpcn_app.video.preview import preview
from dpcn_app.video.source import Frame, FrameSource, Image

_LOOK_AGAIN = 0.1  # seconds until the length of a growing video is shown again
_AFTER_ERROR = 0.1  # seconds until work that has failed is tried again
_HURRY = 3  # more steps than this between two snapshots: frames cannot be inferred as fast

_Look = tuple[Frame, tuple[View, ...], Likeness | None]
"""A frame, what each mode infers from it, and how near the frame comes to the clean one."""


class Controller:
    """The state behind the window.

    Parameters
    ----------
    settings
        The first settings; if they cannot be used, the default ones are, and the reason is shown.
    playing
        Whether the video plays from the start.
    video
        The video that the settings name, where it is open already.
    store
        Where trained networks are kept; None to keep none.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        playing: bool = True,
        video: FrameSource | None = None,
        store: NetworkStore | None = None,
    ) -> None:
        self._networks = NetworkList(store)
        self._training: TrainingJob | None = None
        self._problems: list[str] = []
        self._unexpected = UnexpectedErrors()
        self._last: Snapshot | None = None  # the last one, whose settings can be shown
        self._refused: Settings | None = None
        self._open_video: FrameSource | None = video  # it stays open while it is watched
        self._open_key = settings.video_key if video is not None else ()
        self._playback = Playback(playing=playing)
        try:
            self._set_up(settings)
        except Exception as error:  # such as a video that is smaller than what the network sees
            self._tell(what_is_asked(Change(settings)), error)
            self._refused = settings
            self._set_up(Settings())

    def _set_up(self, settings: Settings) -> None:
        """Open the network and the video that the settings name; on failure nothing changes."""
        settings.check()
        model, before = self._networks.open(settings.model), self._open_video
        same = before is not None and settings.video_key == self._open_key
        opened = before if before is not None and same else open_settings_video(settings)
        try:
            video = make_input_video(settings, model, opened)
            labelled = range(len(video.seen)) if video.seen.classes else ()
            labels = np.array([video.seen.label(index) for index in labelled], dtype=int)
            clean = _new_track(model.network, video, OFF, clean=True)
        except Exception:
            if opened is not before:
                opened.close()
            raise
        if before is not None and opened is not before:
            before.close()
            if not (before.scored and opened.scored):  # another video begins with its first frame
                self._playback.index = 0
        self._open_video, self._open_key = opened, settings.video_key
        self._settings, self._network, self._input = settings, model.network, video
        self._video, self._grid = video.seen, video.grid
        self._labels: NDArray[np.int_] = labels
        self._tracks: dict[TopDown, Track] = {}
        self._clean = clean
        self._looked: tuple[tuple[object, ...], _Look] | None = None
        self._playback.index = min(self._playback.index, len(video.seen) - 1)

    # --- commands ---------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Carry a command out; what cannot be done becomes a problem to show."""
        try:
            self._handle(command)
        except Exception as error:
            self._tell(what_is_asked(command), error)

    def _tell(self, what: str, error: Exception) -> None:
        """Make a problem to show of an error; one that nobody expected is told once."""
        known = isinstance(error, UserError)
        sentence = str(error) if known else self._unexpected.sentence(what, error)
        if sentence is not None:
            self._problems.append(sentence)

    def _handle(self, command: Command) -> None:
        match command:
            case Change(settings):
                self._change(settings)
            case Play(on):
                self._playback.play(on, len(self._video), loop=self._settings.loop)
            case Step(count):
                self._playback.step(count, len(self._video))
            case Jump(index):
                self._playback.jump(index, len(self._video))
            case AddModel(name, model):
                self._networks.add(name, model)
            case RenameModel(name, new):
                self._rename(name, new)
            case ListModels():
                self._networks.look_again(in_use=self._settings.model)
            case StartTraining():
                if self.training_under_way:
                    raise UserError("A training is under way; stop it before starting another.")
                about = Path(command.source).stem or command.preset.name
                self._training = TrainingJob(command, self._networks.free_name(about))
            case PauseTraining(on):
                if self._training is not None:
                    self._training.pause(on)
            case StopTraining():
                if self._training is not None and self._training.state.under_way:
                    self._training.stop()
                    self._keep_trained(self._training)

    def _change(self, settings: Settings) -> None:
        try:
            settings.check()
            network = self._networks.open(settings.model).network
            for mode in settings.modes:
                top_down_of(mode, settings.strengths, network).check(network)
            if settings.inference_key != self._settings.inference_key:
                self._set_up(settings)
            elif settings.strengths != self._settings.strengths:
                self._tracks = {
                    each: track for each, track in self._tracks.items() if each.prior is None
                }
        except Exception:
            self._refused = settings
            raise
        self._settings, self._refused = settings, None
        self._playback.start_clock()

    def _rename(self, name: str, new: str) -> None:
        self._networks.rename(name, new)
        if self._settings.model == name:
            self._settings = replace(self._settings, model=new)

    # --- work -------------------------------------------------------------------------------------

    def _track(self, mode: str) -> Track:
        """Return the track of a mode."""
        top_down = self._top_down(mode)
        if top_down not in self._tracks:
            self._tracks[top_down] = _new_track(self._network, self._input, top_down)
        return self._tracks[top_down]

    def _top_down(self, mode: str) -> TopDown:
        """Return how a mode infers; the moving average infers bottom-up."""
        return top_down_of(mode, self._settings.strengths, self._network)

    def _shown_unfinished(self) -> list[Track]:
        shown = [self._track(mode) for mode in self._settings.modes]
        return [track for track in (*shown, self._clean) if not track.complete]

    def _unfinished(self) -> list[Track]:
        """Return the tracks with frames left to infer: those shown, then that of the control."""
        unfinished = self._shown_unfinished()
        if unfinished or self._track("off").complete:
            return unfinished
        return [self._track("off")]

    def work(self, budget: float = 0.01) -> float | None:
        """Work for about `budget` seconds; return the seconds until there is more, None for never.

        First the frame that is due, then a training step, then frames that are not inferred yet.
        """
        try:
            return self._work(budget)
        except Exception as error:
            self._tell("Inferring the video", error)
            self._go_back()
            return _AFTER_ERROR

    def _go_back(self) -> None:
        """Return to the last settings that could be shown, and stop playing."""
        self._playback.playing = False
        sound = Settings() if self._last is None else self._last.settings
        if self._settings != sound:
            self._refused = self._settings
            with suppress(Exception):  # such as a video that is gone; then it stays as it is
                self._set_up(sound)

    def _work(self, budget: float) -> float | None:
        deadline = time.monotonic() + budget
        settings, video = self._settings, self._video
        rate = settings.speed * (FRAMES_PER_SECOND if video.scored else video.rate)
        self._playback.advance(len(video), rate, loop=settings.loop)
        if self._learning:
            self._train()
        while time.monotonic() < deadline:
            unfinished = self._unfinished()
            if not unfinished:
                break
            min(unfinished, key=lambda track: track.reached).advance()
        if self._prepare():
            return 0.0
        if self._unfinished() or self._learning:
            return 0.0
        due = self._playback.seconds_left
        if self._video.indexed < 1:  # its length still grows, and the window shows it
            return _LOOK_AGAIN if due is None else min(due, _LOOK_AGAIN)
        return due

    def _prepare(self) -> bool:
        """Infer a frame that the next step back will ask for; return whether there was one."""
        if self._playback.playing or self._learning or not self._playback.stepping_back:
            return False
        tracks = {id(track): track for track in map(self._track, self._settings.modes)}
        return any([track.prepare(self._playback.index) for track in tracks.values()])

    @property
    def _learning(self) -> bool:
        """Whether a training runs."""
        return self._training is not None and self._training.state is TrainingStatus.RUNNING

    @property
    def training_under_way(self) -> bool:
        """Whether a training runs or is paused, so that closing has to keep a checkpoint."""
        return self._training is not None and self._training.state.under_way

    @property
    def lively(self) -> bool:
        """Whether the pictures change by themselves: the video plays, or frames are inferred."""
        return self._playback.playing or bool(self._unfinished())

    def _train(self) -> None:
        assert self._training is not None
        try:
            self._training.advance()
        except UserError as error:  # its checkpoint could not be written
            self._problems.append(str(error))
        except Exception as error:
            self._tell("The training", error)
            with suppress(Exception):  # what has failed may fail again
                self._training.pause(True)
        if self._training.state is TrainingStatus.DONE:
            self._keep_trained(self._training)

    def _keep_trained(self, training: TrainingJob) -> None:
        """Put a trained network into the list, and keep it if that can be done."""
        try:
            training.name = self._networks.keep(training.name, training.model())
        except UserError as error:
            self._problems.append(str(error))
        training.kept = self._networks.is_kept(training.name)

    def close(self) -> None:
        """Close training and video; a training that is under way leaves a checkpoint."""
        if self._training is not None:
            with suppress(UserError):  # no window is left to show it
                self._training.close()
        if self._open_video is not None:
            self._open_video.close()

    # --- what the window sees ---------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return everything that the window shows; if that fails, what it showed last."""
        try:
            self._last = self._snapshot()
        except Exception as error:
            self._tell("Showing the frame", error)
            failed = self._settings
            self._go_back()
            if self._last is None:
                if self._settings == failed:
                    raise
                return self.snapshot()
            self._last = replace(
                self._last,
                playing=self._playback.playing,
                problems=tuple(self._problems),
                refused=self._refused,
            )
        return self._last

    def _snapshot(self) -> Snapshot:
        frame, views, alike = self._look()
        self._playback.steps = 0
        unfinished = self._shown_unfinished()
        busy = min(track.reached for track in unfinished) / len(self._video) if unfinished else None
        if self._video.indexed < 1:
            busy = self._video.indexed
        self._problems += [each for each in self._video.problems if each not in self._problems]
        return Snapshot(
            settings=self._settings,
            network=self._network,
            model=self._networks.open(self._settings.model),
            models=self._networks.names,
            video=self._video_view(alike),
            classes=self._video.classes,
            labels=self._labels,
            frame=frame,
            views=views,
            playing=self._playback.playing,
            busy=busy,
            shown_per_second=self._playback.shown_per_second,
            training=self._training.view() if self._training is not None else None,
            problems=tuple(self._problems),
            refused=self._refused,
            averaged=self._averaged() if not unfinished else None,
        )

    def _look(self) -> _Look:
        """Return the current frame and what each mode infers from it.

        For a video that is not scored the result is kept until settings, frame or video change:
        making it takes long for a large region, and would slow a training down.
        """
        asked = (self._settings, self._playback.index, self._input)
        if self._looked is not None and self._looked[0] == asked:
            return self._looked[1]
        frame = self._video.frame(self._playback.index)
        views = tuple(self._view(mode, frame) for mode in self._settings.modes)
        if self._video.scored:
            return frame, views, None  # scores change as more frames are inferred
        alike = self._likeness(frame.image, frame)
        look = (
            replace(frame, before=None if frame.before is None else preview(frame.before)),
            views,
            alike,
        )
        self._looked = asked, look
        return look

    def _averaged(self) -> Scores | None:
        """Return the scores of the control, once bottom-up has inferred the whole video."""
        track = self._track("off")
        if not track.complete or not self._video.classes:
            return None
        return track.scores(self._labels, self._clean_causes(), averaged=True)

    def _video_view(self, alike: Likeness | None) -> VideoView:
        video = self._input
        return VideoView(
            name=video.name,
            length=len(video.seen),
            shape=video.video.frame_shape,
            region=video.region,
            scored=video.seen.scored,
            indexed=video.seen.indexed,
            signed=video.preprocessing.contrast > 0,
            likeness=alike,
        )

    def _likeness(self, image: Image, frame: Frame) -> Likeness | None:
        """Return how near a picture comes to the clean frame; None if scored or without noise."""
        if self._video.scored or frame.clean is None:
            return None
        return likeness(image, frame.clean)

    def _view(self, mode: str, frame: Frame) -> View:
        track, image = self._track(mode), frame.image
        state = track.state(self._playback.index, hurried=self._playback.steps > _HURRY)
        prediction = surprise = None
        top_down = self._top_down(mode)
        if self._playback.index > 0:
            before = track.state(self._playback.index - 1)
            expected = expected_patches(self._network, before, top_down)
            prediction = self._grid.whole_frame(expected, image)
            if self._settings.surprise:
                expected = expected_part(self._network, before, state)
                surprise = image - self._grid.whole_frame(expected, image)
        reconstruction = self._grid.whole_frame(state.layers[0].reconstruction, image)
        averaged = mode_and_parts(mode)[0].averaged
        causes, numbers = track.seen()
        if averaged:
            known = len(causes) if numbers is not None else track.reached
            causes[:known] = moving_average(causes[:known])
        scores = track.scores(self._labels, self._clean_causes(), averaged=averaged)
        return View(
            mode=mode,
            state=state,
            reconstruction=reconstruction,
            prediction=prediction,
            residual=image - reconstruction,
            causes=causes,
            scores=scores if self._video.classes else None,
            frames=numbers,
            likeness=self._likeness(reconstruction, frame),
            fading=track.fading,
            surprise=surprise,
            by_prior=expects_by_prior(self._network, top_down),
        )

    def _clean_causes(self) -> NDArray[np.float32] | None:
        whole = self._clean.complete and self._video.scored
        return self._clean.causes if whole else None


def _new_track(
    network: Network, video: InputVideo, top_down: TopDown, *, clean: bool = False
) -> Track:
    live = not video.seen.scored
    return Track(network, video.seen, video.grid, top_down, clean=clean, live=live)
