"""A video as the network in use sees it: noise, region and preprocessing put together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.live.settings import Settings, source_name
from dpcn_app.storage.models import Model
from dpcn_app.training.shapes_stream import patch_grid
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import WHOLE, Preprocessed, Preprocessing, Region, preprocessed
from dpcn_app.video.source import FrameSource
from dpcn_app.video.specs import open_source

MOST_UNITS = 12
"""Top units that a region chosen for the user holds: as many as can be inferred while it plays."""


@dataclass(frozen=True, eq=False)
class Viewing:
    """A video, ready to be watched.

    Parameters
    ----------
    name
        Name of the file; empty for generated shapes.
    video
        The frames as they are in the file, without noise.
    seen
        The frames as the network sees them.
    grid
        How they are cut.
    preprocessing
        What was done to them.
    """

    name: str
    video: FrameSource
    seen: FrameSource
    grid: PatchGrid
    preprocessing: Preprocessing

    @property
    def from_file(self) -> bool:
        """Whether frames come from a file: unlabelled, of any length, read when they are shown."""
        return bool(self.name)

    @property
    def region(self) -> Region:
        """Part of the frame that is looked at."""
        return self.preprocessing.region_in(self.video.frame_shape)


def open_video(settings: Settings) -> FrameSource:
    """Open the video that settings name; a long file is looked through in the background."""
    return open_source(settings.source, wait=False) if settings.source else settings.video()


def make_viewing(settings: Settings, model: Model, video: FrameSource) -> Viewing:
    """Prepare an open video for a network, as settings say.

    Where no region is chosen, the model's own is taken, or one in the middle of the frame that is
    small enough to be inferred at the speed of playing.
    """
    spec, own = model.network.spec, model.preprocessing
    if not settings.source:
        seen = preprocessed(video, own)
        return Viewing("", video, seen, patch_grid(spec, seen.frame_shape, own), own)
    name = source_name(settings.source)
    try:
        if settings.scale:
            own = replace(own, scale=settings.scale)
        region = settings.region
        if region == WHOLE:
            region = suitable_region(spec, own, video.frame_shape)
        own = replace(own, region=region)
        noise = Noise(settings.noise_kind, settings.noise, settings.seed)
        seen = Preprocessed(with_noise(video, noise), own)
        return Viewing(name, video, seen, patch_grid(spec, seen.frame_shape, own), own)
    except UserError as error:
        raise UserError(f"{name}: {error}") from error


def suitable_region(
    spec: NetworkSpec, preprocessing: Preprocessing, frame_shape: tuple[int, int]
) -> Region:
    """Return the model's own region, the whole frame, or what of its middle is enough to infer."""
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
