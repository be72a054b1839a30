"""The video as the network in use sees it: noise, region and preprocessing put together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.live.settings import Settings
from dpcn_app.storage.models import Model
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import WHOLE, Preprocessed, Preprocessing, Region, preprocessed
from dpcn_app.video.source import FrameSource

MOST_UNITS = 12
"""Most top units in a region chosen for the user: so many can be inferred while it plays."""


@dataclass(frozen=True, eq=False)
class InputVideo:
    """A video, ready to be watched.

    Parameters
    ----------
    name
        What it is called.
    video
        The frames as they are, without noise.
    seen
        The frames as the network sees them.
    grid
        How the frames are cut into patches.
    preprocessing
        What was done to the frames.
    """

    name: str
    video: FrameSource
    seen: FrameSource
    grid: PatchGrid
    preprocessing: Preprocessing

    @property
    def region(self) -> Region:
        """Part of the frame that is looked at."""
        return self.preprocessing.region_in(self.video.frame_shape)


def make_input_video(settings: Settings, model: Model, video: FrameSource) -> InputVideo:
    """Prepare an open video for a network, as settings say.

    Bouncing shapes are seen as they are. Any other video is seen in a region: the one in the
    settings, the model's own, or one in the middle of the frame that is small enough to be inferred
    at the speed of playing.
    """
    name, spec, own = settings.video_name, model.network.spec, model.preprocessing
    try:
        noisy = with_noise(video, Noise(settings.noise_kind, settings.noise, settings.seed))
        if video.scored:
            seen = preprocessed(noisy, own)
        else:
            own = _looking_at(settings, spec, own, video.frame_shape)
            seen = Preprocessed(noisy, own)
        grid = PatchGrid.of(spec, seen.frame_shape, own)
    except UserError as error:
        raise UserError(f"{name}: {error}") from error
    return InputVideo(name, video, seen, grid, own)


def _looking_at(
    settings: Settings, spec: NetworkSpec, own: Preprocessing, frame_shape: tuple[int, int]
) -> Preprocessing:
    """Return a model's preprocessing with the scale and region that settings ask for."""
    if settings.scale:
        own = replace(own, scale=settings.scale)
    region = settings.region
    if region == WHOLE:
        region = suitable_region(spec, own, frame_shape)
    return replace(own, region=region)


def suitable_region(
    spec: NetworkSpec, preprocessing: Preprocessing, frame_shape: tuple[int, int]
) -> Region:
    """Return the model's own region, the whole frame, or as much of its middle as can be inferred.

    The model's own region counts only where it lies within the frame.
    """
    try:
        if preprocessing.region != WHOLE:
            return preprocessing.region_in(frame_shape)
    except UserError:
        pass  # made for another video
    whole = replace(preprocessing, region=WHOLE)
    if len(spec.unit_corners(whole.shape(frame_shape))) <= MOST_UNITS:
        return WHOLE
    height, width = frame_shape
    down = max(1, round(sqrt(MOST_UNITS * height / width)))
    across = max(1, MOST_UNITS // down)
    sides = [
        min(-int(-(count * field - 2 * spec.padding) // whole.scale), side)
        for count, field, side in zip((down, across), spec.field, frame_shape, strict=True)
    ]
    return (height - sides[0]) // 2, (width - sides[1]) // 2, sides[0], sides[1]
