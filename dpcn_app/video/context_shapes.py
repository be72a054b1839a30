"""A question with its context: two classes overlap in one quadrant, the others show one class.

`shapes:set=wide,mix=square+triangle,around=square` shows squares over triangles in the lower right
quadrant of the frame, and squares in the three others; with `around=nothing` these are empty. What
the lower right quadrant shows is the same whatever is around it: a network whose top sees one
quadrant at a time cannot know what it is surrounded by.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.mixed_shapes import MixedShapes
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig, ShapesVideo
from dpcn_app.video.source import Frame, Image

NOTHING = "nothing"
"""What stands around a quadrant whose neighbours are empty."""

_APART = 1_000_003  # between the seeds of two quadrants, so that no two show one video


class ContextShapes(ShapesVideo):
    """A video of two classes in the lower right quadrant and of one class, or none, around it.

    Frames have no single label; their `objects` are what each class shows in that quadrant alone.
    Each quadrant is a video of its own, half as high and wide, with half the objects.

    Parameters
    ----------
    config
        The shapes, on the whole frame.
    mix
        Names of the two classes that overlap.
    around
        Name of the class in the other quadrants, or `NOTHING`.
    frames
        Length of the video.
    """

    def __init__(
        self, config: ShapesConfig, mix: tuple[str, str], around: str, frames: int
    ) -> None:
        super().__init__(config, frames)
        self.around = check_around(around, config)
        height, width = config.frame_shape
        quadrant = replace(
            config,
            frame_shape=(height // 2, width // 2),
            objects=max(1, config.objects // 2),
        )
        self._question = MixedShapes(quadrant, mix, frames)
        self._context: list[BouncingShapes] = []
        if around != NOTHING:
            one = replace(quadrant, shapes=(around,))
            seeds = (config.seed + _APART * place for place in (1, 2, 3))
            self._context = [BouncingShapes(replace(one, seed=seed), frames) for seed in seeds]

    @property
    def mix(self) -> tuple[str, str]:
        """Names of the two classes that overlap."""
        return self._question.mix

    def frame(self, index: int) -> Frame:
        """Draw frame `index`; it is its own clean frame."""
        asked = self._question.frame(index)
        image = self._in_quadrant(asked.image)
        height, width = asked.image.shape
        corners = ((0, 0), (0, width), (height, 0))
        for video, (top, left) in zip(self._context, corners, strict=False):
            image[top : top + height, left : left + width] = video.frame(index).image
        objects = tuple(map(self._in_quadrant, asked.objects))
        return Frame(index, image, clean=image, objects=objects)

    def _in_quadrant(self, picture: Image) -> Image:
        """Return a black frame with a picture in its lower right quadrant."""
        whole = np.zeros(self.config.frame_shape, np.float32)
        height, width = picture.shape
        whole[height : 2 * height, width : 2 * width] = picture
        return whole


def has_quadrants(config: ShapesConfig) -> bool:
    """Whether two objects of a class have room side by side in every quadrant of a frame."""
    return not config.scenes and min(config.frame_shape) // 2 >= 2 * config.size


def check_around(around: str, config: ShapesConfig) -> str:
    """Return what stands around; refuse what is no class, and frames that have no quadrants."""
    if config.scenes:
        raise UserError("Scenes fill the whole frame and can have nothing around; use set=wide.")
    if around not in (*config.shapes, NOTHING):
        raise UserError(
            f"The set has no shape called {around!r} to put around; choose from "
            f"{', '.join(config.shapes)} or {NOTHING}."
        )
    if not has_quadrants(config):
        raise UserError(
            f"A quadrant of a frame of {config.frame_shape[0]}×{config.frame_shape[1]} pixels is "
            f"too small for two objects of {config.size} side by side; choose larger frames, as "
            "in set=wide."
        )
    return around
