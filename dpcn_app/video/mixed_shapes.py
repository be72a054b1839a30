"""Two at once: two classes of bouncing shapes laid over each other, each with its own truth.

`shapes:set=easy,mix=square+x` is the video of the set with the sequences of squares and of X shown
at the same time: frame = max(square's, X's). Every frame knows what each class alone would show.
"""

from __future__ import annotations

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig, ShapesVideo
from dpcn_app.video.source import Frame, Image


def mix_named(text: str, shapes: tuple[str, ...]) -> tuple[str, str]:
    """Return the two classes that a text such as `square+x` names; refuse any other text."""
    named = text.split("+")
    unknown = [name for name in named if name not in shapes]
    if unknown:
        raise UserError(
            f"The set has no shape called {unknown[0]!r} to mix; choose two of {', '.join(shapes)}."
        )
    if len(named) != 2 or named[0] == named[1]:
        raise UserError(
            f"A mix is of two different shapes, such as {shapes[0]}+{shapes[1]}, not {text!r}."
        )
    return named[0], named[1]


class MixedShapes(ShapesVideo):
    """A video of two classes at once; frames have no single label, but `Frame.objects`.

    Parameters
    ----------
    config
        The shapes; all of them are classes of the video, though only two are shown.
    mix
        Names of the two.
    frames
        Length of the video.
    """

    def __init__(self, config: ShapesConfig, mix: tuple[str, str], frames: int) -> None:
        super().__init__(config, frames)
        self.mix = mix_named("+".join(mix), config.classes)
        rounds = -(-frames // config.sequence_length)
        # Each class has a sequence of its own in every round, so that no two follow one path.
        length = max(rounds * config.sequence_length * len(config.classes), frames)
        self._apart = BouncingShapes(config, length)

    def frame(self, index: int) -> Frame:
        """Draw frame `index`; it is its own clean frame."""
        if not 0 <= index < self._frames:
            raise IndexError(f"frame {index} of {self._frames}")
        length, count = self.config.sequence_length, len(self.config.classes)
        round_, step = divmod(index, length)
        pictures: list[Image] = []
        for place, name in enumerate(self.config.classes):
            if name in self.mix:
                pictures.append(self._apart.frame((round_ * count + place) * length + step).image)
            else:
                pictures.append(np.zeros(self.config.frame_shape, np.float32))
        image: Image = np.max(pictures, axis=0)
        return Frame(index, image, clean=image, objects=tuple(pictures))
