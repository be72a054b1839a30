"""A video as a network sees it, and what is inferred from it in each mode.

Every mode has a track, which keeps the states of all frames. Beside them there is the track of the
clean video, which gives classes their clusters, and the book of beliefs.
"""

from __future__ import annotations

import time
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.expectation import expects_by_prior
from dpcn_app.analysis.likeness import Likeness, likeness
from dpcn_app.analysis.readings import NOT_READ, Readings, find_readings
from dpcn_app.analysis.scores import Scores, moving_average
from dpcn_app.engine.belief import Belief
from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.threads import cores
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.live.belief_book import BeliefBook
from dpcn_app.live.closed_track import with_eyes
from dpcn_app.live.input_video import make_input_video
from dpcn_app.live.known_results import KnownResults
from dpcn_app.live.large_track import LargeTrack, share_done
from dpcn_app.live.network_modes import learnt_set, top_down_of
from dpcn_app.live.new_track import clean_track, new_track
from dpcn_app.live.seeing import seen_classes
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import VideoView, View
from dpcn_app.live.track import Track
from dpcn_app.storage.models import Model
from dpcn_app.video.source import Frame, FrameSource, Image
from dpcn_app.video.source_spec import SHAPES, SourceSpec

_PARTS_SHOWN = 20  # times that the pictures of a large frame are renewed until it is complete
_KNOWN = 20  # tracks of a scored video whose causes stay: cloud and scores are there at once
_ALL = 10**9  # sharing with as many, a track keeps as few states as it can
_STILL = 0.2  # seconds after a stroke was drawn on until the whole video is inferred with it

Looked = tuple[Frame, tuple[View, ...], Likeness | None]
"""A frame, what each mode infers from it, and how near the frame comes to the clean one."""


class InferredVideo:
    """A video, the network that looks at it, and what has been inferred so far.

    Parameters
    ----------
    settings, model
        What is watched and how, and the network.
    video
        The frames as they are, open.
    before
        What was watched before. Where only strokes differ, its states stand for those that are not
        inferred anew yet.

    Attributes
    ----------
    settings
        Those in use; see `use`.
    input, seen, network
        The video prepared for the network, its frames as the network sees them, and the network.
    labels
        True class of every frame, shape (T,); empty where there are no classes.
    beliefs
        What the names of beliefs stand for.
    threads
        How many threads infer a frame; a training beside it needs a core of its own.
    """

    def __init__(
        self,
        settings: Settings,
        model: Model,
        video: FrameSource,
        before: InferredVideo | None = None,
    ) -> None:
        self.settings = settings
        self.input = make_input_video(settings, model, video)
        self.seen, self.network = self.input.seen, self.input.network
        labelled = range(len(self.seen)) if self.seen.classes else ()
        self.labels: NDArray[np.int_] = np.array(
            [self.seen.label(index) for index in labelled], dtype=int
        )
        self._known = KnownResults(settings, self.network, self.seen, self.input.grid)
        self._tracks: dict[TopDown, Track] = {}
        self._nearly: dict[TopDown, Track] = {}  # of the same video before the last stroke
        self._drawn: dict[TopDown, Track] = {}  # of the same video, the stroke drawn less far
        self._drawn_at = -_STILL
        self._clean: Track  # of the video without its noise
        if before is not None and before.only_painted(settings, video):
            self._nearly, self._clean = before.whole_tracks(), before._clean
            drawn = before._drawn | before._tracks
            self._drawn = {each: track for each, track in drawn.items() if not track.complete}
            self._drawn_at = time.monotonic()
        else:
            self._clean = clean_track(self.input, self._known)
            self._clean.share_memory(_ALL)  # nobody looks at its states
        given = SourceSpec.parse(settings.source).given
        shape_set = given.get("set", "easy") if settings.source_kind == SHAPES else ""
        if self.input.drawn:
            shape_set = learnt_set(model)
        self.beliefs: BeliefBook = BeliefBook(self.network, shape_set)
        if before is not None and before.beliefs.serves(self.network, shape_set):
            self.beliefs = before.beliefs
        self.threads = cores()
        self._readings: Readings | None = None
        self._looked: tuple[tuple[object, ...], Looked] | None = None

    def use(self, settings: Settings) -> None:
        """Use settings that differ in nothing that states of the paper's modes depend on."""
        if settings.strengths != self.settings.strengths:
            self._tracks = {
                each: track for each, track in self._tracks.items() if each.prior is None
            }
        self.settings = settings

    def only_painted(self, settings: Settings, video: FrameSource) -> bool:
        """Whether settings differ from those in use by strokes at most, on the same video."""
        same = settings.unpainted_key == self.settings.unpainted_key
        return same and bool(self._tracks or self._nearly) and video is self.input.opened

    def whole_tracks(self) -> dict[TopDown, Track]:
        """Return the last track of every mode that has come to its end."""
        whole = {each: track for each, track in self._tracks.items() if track.complete}
        return self._nearly | whole

    # --- tracks -----------------------------------------------------------------------------------

    def top_down(self, mode: str) -> TopDown:
        """Return how a mode infers; the moving average infers bottom-up."""
        return top_down_of(mode, self.settings.strengths, self.network, self._find_belief)

    def _find_belief(self, name: str) -> Belief:
        return self.beliefs.find(
            name,
            lambda mode, index: self.track(mode).believed(index),
            lambda: self.track("off").causes,
        )

    def track(self, mode: str) -> Track:
        """Return the track of a mode, with the eyes open or closed."""
        top_down = self.top_down(mode)
        track = self._tracks.pop(top_down, None)
        if track is None:
            track = new_track(self.input, top_down, self._known)
            if top_down in self._drawn:
                track.draw_on(self._drawn[top_down])
        self._tracks[top_down] = track  # the last one asked for comes last
        self._make_room()
        track = with_eyes(track, self.settings.closed)
        track.threads = self.threads
        tracks = len(self._tracks)
        track.share_memory(min(tracks, self._awake) if self.seen.scored else tracks)
        return track

    @property
    def _awake(self) -> int:
        """How many tracks keep their states: those shown, and bottom-up where there are scores."""
        return len({*self.settings.modes, "off"} if self.seen.scored else self.settings.modes)

    def _make_room(self) -> None:
        """Let tracks rest that were not asked for lately, and forget the oldest of them.

        Beliefs and parts of the prior make any number of modes.
        """
        awake = self._awake
        known = _KNOWN if self.seen.scored else awake + 1
        for old in list(self._tracks)[:-known]:
            del self._tracks[old]
        for old in list(self._tracks)[:-awake]:
            self._tracks[old].rest()

    @property
    def shown(self) -> list[Track]:
        """The tracks of the modes that are shown."""
        return [self.track(mode) for mode in self.settings.modes]

    def shown_unfinished(self) -> list[Track]:
        """Return the tracks with frames left to infer, of those shown and of the clean video."""
        return [track for track in (*self.shown, self._clean) if not track.complete]

    def unfinished(self, prepared: int) -> list[Track]:
        """Return the tracks with frames left to infer: those shown, then that of the control.

        Only those that some of the engine's preparations suffice for, and none while a stroke is
        drawn on: it would have to be done again with the next point.
        """
        if self.seconds_to_draw > 0:
            return []
        unfinished = self.shown_unfinished()
        if not unfinished and self.seen.scored and not self.track("off").complete:
            unfinished = [self.track("off")]
        return [track for track in unfinished if track.needs <= prepared]

    @property
    def seconds_to_draw(self) -> float:
        """Seconds in which a stroke may still be drawn on; 0 where none is drawn."""
        return max(0.0, self._drawn_at + _STILL - time.monotonic())

    def waiting(self, prepared: int) -> bool:
        """Whether what is to be shown cannot be inferred yet."""
        return any(track.needs > prepared for track in self.shown)

    def in_parts(self, index: int, prepared: int) -> list[LargeTrack]:
        """Return the tracks shown that have parts of a frame left to infer."""
        if self.waiting(prepared):
            return []
        shown = dict.fromkeys(each for each in self.shown if isinstance(each, LargeTrack))
        return [track for track in shown if not track.ready(index, self.settings.surprise)]

    def frame_done(self, index: int, prepared: int) -> float | None:
        """Return the share of a large frame that is inferred; None if it is complete, or small."""
        tracks = len({self.top_down(mode) for mode in self.settings.modes})
        return share_done(self.in_parts(index, prepared), index, tracks)

    def look_ahead(self, index: int, prepared: int) -> bool:
        """Infer a frame that is not due yet in one of the modes shown; False if all have it."""
        if self.waiting(prepared) or self.seconds_to_draw > 0:  # a stroke comes before a next frame
            return False
        return any(track.look_ahead(index) for track in self.shown)

    # --- what is shown ----------------------------------------------------------------------------

    def look(self, index: int, prepared: int, *, hurried: bool) -> Looked:
        """Return a frame and what each mode infers from it.

        For a video that is not scored the result is kept until settings, frame or video change:
        making it takes long for a large region.
        """
        done = self.frame_done(index, prepared)
        part = None if done is None else int(done * _PARTS_SHOWN)
        asked = (self.settings, index, part)
        if self._looked is not None:
            known, look = self._looked
            slow = any(track.slow for track in self.in_parts(index, prepared))
            if known == asked or (part is not None and not slow and known[:1] == asked[:1]):
                return look  # also the frame before, where this one will not take long
        frame = self.seen.frame(index)
        if self.waiting(prepared):
            return frame, (), None
        views = tuple(self._view(mode, frame, hurried=hurried) for mode in self.settings.modes)
        if self.seen.scored:
            return frame, views, None  # scores change as more frames are inferred
        look = (frame, views, self._likeness(frame.image, frame))
        self._looked = asked, look
        return look

    def _view(self, mode: str, frame: Frame, *, hurried: bool) -> View:
        track, top_down = self.track(mode), self.top_down(mode)
        find = partial(self._state, track, top_down, hurried)
        look = track.look(frame, surprise=self.settings.surprise, find=find)
        averaged = mode_and_parts(mode)[0].averaged
        causes, numbers = track.seen()
        if numbers is None and top_down in self._nearly:  # what is not inferred anew stays shown
            causes = np.where(np.isnan(causes), self._nearly[top_down].causes, causes)
        if averaged:
            known = len(causes) if numbers is not None else track.reached
            causes[:known] = moving_average(causes[:known])
        scores = track.scores(self.labels, self._clean_causes(), averaged=averaged)
        return View(
            mode=mode,
            state=look.state,
            seen=frame.image if look.fed is None else look.fed,
            reconstruction=look.reconstruction,
            prediction=look.prediction,
            causes=causes,
            scores=scores if self.seen.classes else None,
            frames=numbers,
            likeness=None if look.partial else self._likeness(look.reconstruction, frame),
            fading=track.fading,
            surprise=look.surprise,
            by_prior=expects_by_prior(self.network, top_down),
            read=self._read(causes, frame),
            belief=None if top_down.belief is None else top_down.belief.causes,
            kept=track.kept_by_class,
            shapes_told=track.shapes_told,
            first_unit=look.first_unit,
            all_causes=look.top_causes,
            partial=look.partial,
            fed=look.fed,
            living_on=track.living_on,
            drawing=self._read_drawing(look.state, frame),
        )

    def _state(self, track: Track, top_down: TopDown, hurried: bool, index: int) -> NetworkState:
        """Return what is inferred at a frame, or nearly that until a track has come to it."""
        other = self._nearly.get(top_down) or self._tracks.get(OFF)
        if self.seen.scored and other is not None and other is not track:
            return track.glimpse(index, other)
        return track.state(index, hurried=hurried or bool(self._nearly))

    def _read(self, causes: NDArray[np.float32], frame: Frame) -> NDArray[np.intp] | None:
        """Return what every row of causes is read as."""
        if frame.objects:
            return seen_classes(causes, self.seen.classes, self.beliefs.gathered)
        return None if self.readings is None else self.readings.read(causes)

    def _read_drawing(self, state: NetworkState, frame: Frame) -> str:
        """Return what the drawing in a frame is read as; empty where it is not read."""
        if not self.input.drawn or not frame.image.any():
            return ""
        read = seen_classes(state.top_causes, self.beliefs.classes, self.beliefs.gathered)
        return "" if read is None or read[0] == NOT_READ else self.beliefs.classes[read[0]]

    @property
    def readings(self) -> Readings | None:
        """The clusters of the clean video, once all of it is inferred; None without classes."""
        clean = self._clean_causes()
        if self._readings is None and clean is not None and _tell_classes(self.labels):
            self._readings = find_readings(clean, self.labels)
        return self._readings

    def _clean_causes(self) -> NDArray[np.float32] | None:
        if not (self._clean.complete and self.seen.scored):
            return None
        self._clean.rest()
        return self._clean.causes

    def _likeness(self, image: Image, frame: Frame) -> Likeness | None:
        """Return how near a picture comes to the clean frame; None if scored or without noise."""
        if self.seen.scored or frame.clean is None:
            return None
        return likeness(image, frame.clean)

    def averaged(self) -> Scores | None:
        """Return the scores of the control, once bottom-up has inferred the whole video."""
        if not self.seen.classes or not self.track("off").complete:
            return None
        return self.track("off").scores(self.labels, self._clean_causes(), averaged=True)

    def about(self, alike: Likeness | None) -> VideoView:
        """Return what the window shows about the video itself."""
        video = self.input
        return VideoView(
            name=video.name,
            length=len(video.seen),
            shape=video.opened.frame_shape,
            region=video.region,
            scored=video.seen.scored,
            indexed=video.seen.indexed,
            signed=video.preprocessing.contrast > 0,
            likeness=alike,
            rate=video.seen.rate,
            drawn=video.drawn,
        )


def _tell_classes(labels: NDArray[np.int_]) -> bool:
    """Whether every frame is of one class, and there are several."""
    return len(np.unique(labels)) > 1 and bool((labels >= 0).all())
