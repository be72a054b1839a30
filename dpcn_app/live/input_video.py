"""The video as the network in use sees it: noise, strokes, region and preprocessing together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.live.network_list import MOST_READ
from dpcn_app.live.network_modes import learnt_set
from dpcn_app.live.settings import Settings
from dpcn_app.live.track import UNITS_AT_ONCE
from dpcn_app.storage.models import Model
from dpcn_app.video.drawn_shapes import DrawnShapes
from dpcn_app.video.mirrored import Mirrored
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import WHOLE, Preprocessed, Preprocessing, Region, preprocessed
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import CAMERA
from dpcn_app.video.strokes import with_strokes

OVERLAP = 4
"""Pixels that neighbouring top units share, so that they fade into each other.

Side by side they leave seams: in the reconstruction of a natural clip the mean gradient across
their borders was 1.6 times that elsewhere (.98 in the input); with 2 pixels in common 1.10, with 3
1.05, with 4 1.00. Four pixels take half as many units again.
"""

MOST_PIXELS_SEEN = 9_000_000
"""Most pixels that a network sees of a frame: all of a 4K video. Each takes some 60 bytes."""

_LEAST_SCALE = 0.01
"""Smallest factor on the size of frames."""


@dataclass(frozen=True, eq=False)
class InputVideo:
    """A video, ready to be watched.

    Parameters
    ----------
    name
        What it is called.
    network
        The network that watches it, with the stride of its top units on this video.
    opened, video
        The video as it was opened, and its frames without noise: mirrored where that is asked for,
        or the drawings in them.
    seen
        The frames as the network sees them.
    grid
        How the frames are cut into patches.
    preprocessing
        What was done to the frames.
    drawn
        Whether the frames are drawings that were found in the pictures; None where that cannot be.
    """

    name: str
    network: Network
    opened: FrameSource
    video: FrameSource
    seen: FrameSource
    grid: PatchGrid
    preprocessing: Preprocessing
    drawn: bool | None = None

    @property
    def region(self) -> Region:
        """Part of the frame that is looked at."""
        return self.preprocessing.region_in(self.video.frame_shape)

    def shrunk(self) -> InputVideo:
        """Return the same region in a size that is inferred at once."""
        assert isinstance(self.seen, Preprocessed)
        own, spec = self.preprocessing, self.network.spec
        scale = smooth_scale(spec, (self.region[2], self.region[3]), own.scale)
        own = replace(own, scale=scale)
        seen = Preprocessed(self.seen.source, own)
        return replace(self, seen=seen, grid=PatchGrid.of(spec, seen.frame_shape, own))


def make_input_video(settings: Settings, model: Model, video: FrameSource) -> InputVideo:
    """Prepare an open video for a network, as settings say.

    Bouncing shapes are seen as they are. Of any other video the network sees the region in the
    settings, or the model's own, or the whole frame, shrunk to what can be inferred while it plays.
    A network that has learnt shapes sees the drawings in the pictures of a camera or a still.
    """
    name, network, own = settings.video_name, model.network, model.preprocessing
    opened, shapes = video, SHAPE_SETS.get(learnt_set(model))
    if shapes is not None and shapes.scenes:  # one drawing is no scene
        shapes = None
    drawn = settings.drawing if shapes is not None and video.shows_paper else None
    try:
        if settings.mirrored and settings.source_kind == CAMERA:
            video = Mirrored(video)
        if drawn and shapes is not None:
            video = DrawnShapes(video, shapes.style, network.spec.frame_shape)
        noisy = with_noise(video, Noise(settings.noise_kind, settings.noise, settings.seed))
        noisy = with_strokes(noisy, settings.strokes)
        if video.scored:
            seen = preprocessed(noisy, own)
        else:
            network = with_overlap(network)
            settings = replace(settings, region=WHOLE, scale=1.0) if drawn else settings
            own = _looking_at(settings, network.spec, own, video.frame_shape)
            seen = Preprocessed(noisy, own)
            _check_size(seen.frame_shape)
        grid = PatchGrid.of(network.spec, seen.frame_shape, own)
    except UserError as error:
        raise UserError(f"{name}: {error}") from error
    return InputVideo(name, network, opened, video, seen, grid, own, drawn)


@lru_cache(maxsize=MOST_READ)  # panels keep what they have made of a network until another comes
def with_overlap(network: Network) -> Network:
    """Return a network whose top units share `OVERLAP` pixels with their neighbours."""
    field, stride = min(network.spec.field), network.spec.stride
    shared = max(1, field - OVERLAP)
    return replace(network, spec=replace(network.spec, stride=min(stride or field, shared)))


def _looking_at(
    settings: Settings, spec: NetworkSpec, own: Preprocessing, frame_shape: tuple[int, int]
) -> Preprocessing:
    """Return a model's preprocessing with the scale and region that settings ask for."""
    if settings.scale:
        own = replace(own, scale=settings.scale)
    if settings.region != WHOLE:
        return replace(own, region=settings.region)
    try:
        if own.region != WHOLE:
            return replace(own, region=own.region_in(frame_shape))
    except UserError:
        own = replace(own, region=WHOLE)  # made for another video
    if settings.scale:
        return own
    return replace(own, scale=smooth_scale(spec, frame_shape, own.scale))


def _check_size(shape: tuple[int, int]) -> None:
    """Refuse to look at more pixels than there is memory for."""
    height, width = shape
    if height * width > MOST_PIXELS_SEEN:
        raise UserError(
            f"{width}×{height} pixels are too many to look at in full size; the most are "
            f"{MOST_PIXELS_SEEN / 1e6:g} million. Choose a smaller region, or a scale of ½ or less."
        )


def smooth_scale(spec: NetworkSpec, frame_shape: tuple[int, int], largest: float = 1.0) -> float:
    """Return the largest scale at which a whole frame has `UNITS_AT_ONCE` top units or fewer.

    One row or column of units may be more than that, where a frame is very long.
    """
    height, width = frame_shape

    def pixels(units: int, field: int) -> int:
        return field + (units - 1) * (spec.stride or field) - 2 * spec.padding

    def scale(down: int) -> float:
        across = UNITS_AT_ONCE // down
        return min(pixels(down, spec.field[0]) / height, pixels(across, spec.field[1]) / width)

    fitting = max(scale(down) for down in range(1, UNITS_AT_ONCE + 1))
    smallest = max(pixels(1, spec.field[0]) / height, pixels(1, spec.field[1]) / width)
    return min(max(fitting, smallest, _LEAST_SCALE), largest)
