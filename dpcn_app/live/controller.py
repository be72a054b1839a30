"""The state behind the window: video, networks and training; it carries out commands.

It runs in the engine thread, but uses neither threads nor Qt: `handle` takes a command, `work` does
a piece of work, and `snapshot` returns what to show.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from dpcn_app.engine.modes import belief_in
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.engine.threads import cores
from dpcn_app.errors import UserError
from dpcn_app.live.camera_watch import camera_view, move_on
from dpcn_app.live.choices import let_go
from dpcn_app.live.current_training import CurrentTraining
from dpcn_app.live.driving_video import DrivingCollector
from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    CollectDriving,
    Command,
    Examine,
    HurryTraining,
    Jump,
    ListModels,
    PauseTraining,
    Play,
    Prepared,
    RenameModel,
    ResumeTraining,
    StartTraining,
    Step,
    StopTraining,
)
from dpcn_app.live.inference_trace import InferenceTrace
from dpcn_app.live.inferred_video import InferredVideo
from dpcn_app.live.large_track import LargeTrack
from dpcn_app.live.microscope import Microscope
from dpcn_app.live.network_list import NetworkList
from dpcn_app.live.network_modes import top_down_of
from dpcn_app.live.playback import Playback
from dpcn_app.live.settings import FRAMES_PER_SECOND, Settings
from dpcn_app.live.snapshot import Preparing, Snapshot, View
from dpcn_app.live.unexpected_errors import UnexpectedErrors, what_is_asked
from dpcn_app.live.unfinished_trainings import going_on
from dpcn_app.live.video_in_use import VideoInUse
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.video.source import Frame, FrameSource
from dpcn_app.video.source_spec import CAMERA

_LOOK_AGAIN = 0.1  # seconds until the length of a growing video is shown again
_AFTER_ERROR = 0.1  # seconds until work that has failed is tried again
_HURRY = 3  # more steps than this between two snapshots: frames cannot be inferred as fast


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
    prepared
        How many of the engine's preparations are done. Until `Prepared` tells of more, only what
        these suffice for is inferred; all else is compiled when it is used.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        playing: bool = True,
        video: FrameSource | None = None,
        store: NetworkStore | None = None,
        prepared: int = len(PREPARATIONS),
    ) -> None:
        self._prepared = prepared
        self._networks = NetworkList(store)
        self._training = CurrentTraining(self._networks)
        self._microscope = Microscope()
        self._problems: list[str] = []
        self._heard = 0  # commands that were carried out
        self._unexpected = UnexpectedErrors()
        self._last: Snapshot | None = None  # the last one, whose settings can be shown
        self._refused: Settings | None = None
        self._later: Settings | None = None  # settings that wait for kernels, or for a camera
        self._in_use = VideoInUse(settings, video)
        self._playback = Playback(playing=playing)
        self._driving = DrivingCollector()
        self._watched: InferredVideo | None = None
        if self._needs_kernels(settings):
            self._later, settings = settings, let_go(settings)
        try:
            self._set_up(settings)
        except Exception as error:  # such as a video that is smaller than what the network sees
            self._tell(what_is_asked(Change(settings)), error)
            self._refused = settings
            self._set_up(Settings())

    def _set_up(self, settings: Settings) -> None:
        """Open the network and the video that the settings name; on failure nothing changes."""
        settings.check()
        model, opened = self._networks.open(settings.model), self._in_use.open(settings)
        try:
            watched = InferredVideo(settings, model, opened, self._watched)
        except Exception:
            self._in_use.drop(opened)
            raise
        if self._in_use.keep(opened, settings):
            self._playback.index = self._playback.first = 0
        self._watched = watched
        self._playback.index = min(self._playback.index, len(watched.seen) - 1)

    @property
    def _video(self) -> InferredVideo:
        """The video that is watched, and what is inferred from it."""
        assert self._watched is not None
        return self._watched

    @property
    def _settings(self) -> Settings:
        """The settings in use."""
        return self._video.settings

    # --- commands ---------------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Carry a command out; what cannot be done becomes a problem to show."""
        self._heard += 1
        self._attempt(command)

    def _attempt(self, command: Command) -> None:
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
                again = self._settings.loop or self._settings.source_kind == CAMERA
                self._playback.play(on, self._length, loop=again)
            case Step(count):
                self._playback.step(count, self._length)
            case Jump(index):
                self._playback.jump(index, self._length)
            case AddModel(name, model):
                self._networks.add(name, model)
            case RenameModel(name, new):
                self._rename(name, new)
            case ListModels():
                self._networks.look_again(in_use=self._settings.model)
                self._training.look_whether_kept()
            case CollectDriving(layer):
                self._driving.ask(layer)
            case Examine():
                self._microscope.ask(command)
            case StartTraining():
                self._training.start(command)
            case ResumeTraining(checkpoint):
                self._training.start(going_on(checkpoint))
            case PauseTraining(on):
                self._training.pause(on)
            case Prepared(count):
                self._prepared = count
                self._go_on_with_later()
            case HurryTraining():
                self._training.hurry()
            case StopTraining():
                self._training.stop()

    def _change(self, settings: Settings) -> None:
        self._later = None
        before = self._settings
        try:
            settings.check()
            if self._has_to_wait(settings):
                self._later = settings
                return
            self._in_use.opening.leave(settings.source)
            network = self._networks.open(settings.model).network
            for mode in settings.modes:
                top_down_of(mode, settings.strengths, network).check(network)
            if settings.frames_key != before.frames_key:
                self._set_up(settings)
            else:
                self._video.use(settings)
            for mode in settings.modes:
                self._video.track(mode)  # refuses an unknown belief, and eyes that cannot be closed
        except Exception:
            self._refused = settings
            if self._settings.frames_key != before.frames_key:
                self._set_up(before)
            else:
                self._video.use(before)
            raise
        self._refused = None
        self._playback.start_clock()

    def _go_on_with_later(self) -> None:
        """Use settings that had to wait, if all is there for them."""
        if self._later is not None and not self._has_to_wait(self._later):
            self._attempt(Change(self._later))

    def _has_to_wait(self, settings: Settings) -> bool:
        """Whether settings need what is not there yet: kernels, or the picture of a camera."""
        return self._needs_kernels(settings) or self._in_use.has_to_wait(settings)

    def _needs_kernels(self, settings: Settings) -> bool:
        """Whether settings hold a belief, which has to be inferred, while no kernel is ready."""
        return self._prepared < 1 and any(map(belief_in, settings.modes))

    def _rename(self, name: str, new: str) -> None:
        self._networks.rename(name, new)
        self._training.rename(name, new)
        if self._settings.model == name:
            self._video.use(replace(self._settings, model=new))

    # --- work -------------------------------------------------------------------------------------

    def work(self, budget: float = 0.01) -> float | None:
        """Work for about `budget` seconds; return the seconds until there is more, None for never.

        First the frame that is due, then frames that are not inferred yet.
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
        self._go_on_with_later()
        settings, video = self._settings, self._video
        rate = settings.speed * (FRAMES_PER_SECOND if video.seen.scored else video.seen.rate)
        if not self._in_parts():
            move_on(self._in_use.source, self._playback, self._length, rate, loop=settings.loop)
        self._problems += self._training.look()
        video.threads = max(1, cores() - self._training.running)
        for track in self._in_parts()[:1]:
            track.approach(self._playback.index, settings.surprise)
            return 0.0
        while time.monotonic() < deadline:
            unfinished = video.unfinished(self._prepared)
            if not unfinished:
                break
            min(unfinished, key=lambda track: track.reached).advance()
        more = self._prepare() or self._look_ahead()
        drawing = video.seconds_to_draw  # looked at first: until it is 0 nothing is unfinished
        if video.unfinished(self._prepared):
            return 0.0
        # So that the first belief is there at once; also where frames leave no time for it.
        if (self._prepared >= 1 and video.beliefs.advance()) or more:
            return 0.0
        waits = (
            self._playback.seconds_left,
            self._in_use.opening.seconds_left,
            _LOOK_AGAIN if video.seen.indexed < 1 else None,  # its length still grows
            self._training.due,
            drawing or None,
        )
        return min((wait for wait in waits if wait is not None), default=None)

    @property
    def _length(self) -> int:
        """Number of frames of the video."""
        return len(self._video.seen)

    def _in_parts(self) -> list[LargeTrack]:
        """Return the tracks shown that have parts of the current frame left to infer."""
        return self._video.in_parts(self._playback.index, self._prepared)

    def _prepare(self) -> bool:
        """Infer a frame that the next step back will ask for; return whether there was one."""
        if self._playback.playing or not self._playback.stepping_back:
            return False
        if self._video.waiting(self._prepared):
            return False
        tracks = {id(track): track for track in self._video.shown}
        return any([track.prepare(self._playback.index) for track in tracks.values()])

    def _look_ahead(self) -> bool:
        """Infer the frame that will be shown next while a video plays, before it is to be shown.

        That is the current one, or the next once that has been shown; nothing of a video that is
        skimmed as fast as it can be. Returns whether there was something to infer: then less time
        is left.
        """
        if not self._playback.playing or not self._settings.speed:
            return False
        index, last = self._playback.index, self._last
        shown = last is not None and (last.frame.index, last.settings) == (index, self._settings)
        coming = index + 1 if shown else index
        return coming < self._length and self._video.look_ahead(coming, self._prepared)

    @property
    def has_to_keep(self) -> bool:
        """Whether closing has a checkpoint to keep, or a network that could not be kept."""
        return self._training.has_to_keep

    @property
    def lively(self) -> bool:
        """Whether the pictures change by themselves: the video plays, or frames are inferred."""
        unfinished = self._video.unfinished(self._prepared)
        return self._playback.playing or bool(unfinished or self._in_parts())

    @property
    def playing_frame(self) -> int | None:
        """The current frame of a video that plays.

        None where the picture may change without another frame: it is paused, or comes in parts.
        """
        return self._playback.index if self._playback.playing and not self._in_parts() else None

    @property
    def frame_is_due(self) -> bool:
        """Whether a video that plays is to go on to its next frame now."""
        due = self._playback.seconds_left == 0 and self._settings.speed > 0
        return due and not self._in_parts()

    @property
    def changes_within_frames(self) -> bool:
        """Whether more may change than the frame of a video that plays."""
        if self._settings.source_kind == CAMERA or self._video.seen.indexed < 1:
            return True  # a camera may fall silent, a video that is being indexed grows
        if self._training.due is not None or self._video.unfinished(self._prepared):
            return True
        last = self._last  # which does not tell yet how a training has ended
        told = None if last is None else (last.problems, last.training)
        return told != (tuple(self._problems), self._training.view())

    def close(self) -> None:
        """Close training and video; a training that is under way leaves a checkpoint."""
        self._training.close()
        self._in_use.close()

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
                heard=self._heard,
            )
        return self._last

    def _snapshot(self) -> Snapshot:
        video, playback = self._video, self._playback
        hurried = playback.steps > _HURRY
        frame, views, alike = video.look(playback.index, self._prepared, hurried=hurried)
        playback.steps = 0
        unfinished = video.shown_unfinished()
        busy = min(track.reached for track in unfinished) / self._length if unfinished else None
        if video.seen.indexed < 1:
            busy = video.seen.indexed
        frame_done = video.frame_done(playback.index, self._prepared)
        if frame_done is not None:
            busy = frame_done
        self._problems += [each for each in video.seen.problems if each not in self._problems]
        return Snapshot(
            settings=self._settings,
            network=video.network,
            model=self._networks.open(self._settings.model),
            models=self._networks.names,
            video=replace(video.about(alike), camera=camera_view(self._in_use.source, playback)),
            classes=video.seen.classes,
            labels=video.labels,
            frame=frame,
            views=views,
            playing=playback.playing,
            busy=busy,
            shown_per_second=playback.shown_per_second,
            training=self._training.view(),
            problems=tuple(self._problems),
            refused=self._refused,
            averaged=video.averaged() if not unfinished else None,
            preparing=self._preparing(),
            readings=video.readings,
            frame_done=frame_done,
            microscope=self._examined(frame, views),
            driving=self._driving.look(self._settings.modes[0], video.track, video.seen),
            heard=self._heard,
        )

    def _examined(self, frame: Frame, views: tuple[View, ...]) -> InferenceTrace | None:
        """Return how the frame was inferred, where the user wants to know."""
        playing, grid = self._playback.playing, self._video.input.grid
        return self._microscope.look(views, self._video.track, frame, grid, self._prepared, playing)

    def _preparing(self) -> Preparing | None:
        """Return what is still being prepared."""
        done, total = self._prepared, len(PREPARATIONS)
        if done >= total:
            return None
        waiting = self._video.waiting(done)
        return Preparing(PREPARATIONS[done].title, done + 1, total, waiting)
