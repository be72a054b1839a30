"""Bouncing shapes: generated videos of the paper's second experiment (§3.2).

Each sequence shows a few objects of one shape that fly straight, bounce off the walls and off each
other; or a *scene*, objects of the shapes that go together in it. Frames are made one at a time, on
request; frame `i` of a source is the same whenever it is asked for. They are clean: `video.noise`
puts noise on them, as on any video.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.video.bouncing import BouncingPath
from dpcn_app.video.outlines import SHAPE_NAMES, ObjectStyle
from dpcn_app.video.source import Frame, FrameSource, PlacedShape

_MOTION = 0  # random stream that moves objects; noise has another one


@dataclass(frozen=True)
class ShapesConfig:
    """What a video of bouncing shapes looks like.

    Parameters
    ----------
    shapes
        Names of all shapes; each is a class unless there are scenes. Sequences show the classes in
        turn.
    size, stroke
        Width of an object and of its outline, in pixels.
    objects
        Number of objects in a sequence, all of one shape; as many of each shape of a scene, as far
        as that goes.
    speed
        Slowest and fastest speed at the start, in pixels per frame.
    frame_shape
        Height and width of a frame.
    sequence_length
        Frames after which the next class begins.
    seed
        Same seed, same video.
    scenes
        The shapes that go together, one scene a class; empty where each shape is a class.
    """

    shapes: tuple[str, ...] = ("square", "x", "diamond")
    size: int = 13
    stroke: float = 1.0
    objects: int = 2
    speed: tuple[float, float] = (0.6, 1.2)
    frame_shape: tuple[int, int] = (32, 32)
    sequence_length: int = 100
    seed: int = 0
    scenes: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        unknown = [name for name in self.shapes if name not in SHAPE_NAMES]
        if unknown or not self.shapes:
            raise UserError(
                f"There is no shape called {unknown[0] if unknown else ''!r}; "
                f"choose from {', '.join(SHAPE_NAMES)}."
            )
        if any(not scene or not set(scene) <= set(self.shapes) for scene in self.scenes):
            raise UserError(f"A scene is made of the shapes {', '.join(self.shapes)}.")
        if not all(1 <= side <= 4096 for side in self.frame_shape):
            raise UserError("A frame's height and width must lie between 1 and 4096 pixels.")
        if not 4 <= self.size <= min(self.frame_shape):
            raise UserError(
                f"Objects of {self.size} pixels do not fit a frame of {self.frame_shape[0]}×"
                f"{self.frame_shape[1]}; choose a size from 4 to {min(self.frame_shape)}."
            )
        if not 1 <= self.stroke <= self.size / 4:
            raise UserError(
                f"A stroke of {self.stroke} pixels does not suit objects of {self.size}; "
                f"choose one from 1 to {self.size / 4:g}."
            )
        if not 1 <= self.objects <= 100:
            raise UserError(f"A sequence shows 1 to 100 objects, not {self.objects}.")
        if self.objects < max(map(len, self.scenes), default=1):
            raise UserError(
                f"A scene needs at least {max(map(len, self.scenes))} objects, one of each of its "
                f"shapes, not {self.objects}."
            )
        if not 0 <= self.speed[0] <= self.speed[1] <= self.size:
            raise UserError("Speeds go from slow to fast, between 0 and an object's size a frame.")
        if not 1 <= self.sequence_length <= 10_000:
            raise UserError(f"A sequence has 1 to 10,000 frames, not {self.sequence_length}.")
        if self.seed < 0:
            raise UserError(f"A seed must be zero or more, not {self.seed}.")

    @classmethod
    def named(cls, name: str, *, seed: int = 0) -> ShapesConfig:
        """Return the configuration of one of the `SHAPE_SETS`."""
        if name not in SHAPE_SETS:
            raise UserError(
                f"There is no set called {name!r}; choose from {', '.join(SHAPE_SETS)}."
            )
        return replace(SHAPE_SETS[name], seed=seed)

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the classes: those of the shapes, or such as “square and x” of the scenes."""
        return tuple(" and ".join(scene) for scene in self.scenes) or self.shapes

    def kinds(self, label: int) -> list[int]:
        """Return the shape of every object in a sequence of a class, as a place in `shapes`."""
        if not self.scenes:
            return [label] * self.objects
        scene = [self.shapes.index(name) for name in self.scenes[label]]
        return [scene[each * len(scene) // self.objects] for each in range(self.objects)]

    @property
    def style(self) -> ObjectStyle:
        """What the objects look like."""
        return ObjectStyle(self.shapes, self.size, self.stroke)


_EASY = ShapesConfig()
_HARD = ShapesConfig(shapes=("square", "diamond", "triangle"), size=11)
_WIDE = (64, 64)

SHAPE_SETS: dict[str, ShapesConfig] = {
    "easy": _EASY,
    "hard": _HARD,
    "wide": replace(_HARD, frame_shape=_WIDE),
    "wide-easy": replace(_EASY, frame_shape=_WIDE),
    "levels": ShapesConfig(
        shapes=("square", "x", "diamond", "triangle"),
        objects=4,
        frame_shape=_WIDE,
        scenes=(("square", "x"), ("diamond", "triangle")),
    ),
}
"""Sets of shapes by name: few shared features (easy), shared edges (hard), both on wide frames, and
scenes of two shapes each (levels).

A network that is trained on a set has the preset `shapes-` and the name of the set.
"""


class ShapesVideo(FrameSource):
    """A video of shapes, however they are laid out: all that their configuration tells of it.

    Parameters
    ----------
    config
        The shapes.
    frames
        Length of the video.
    """

    def __init__(self, config: ShapesConfig, frames: int) -> None:
        self.config = config
        self._frames = frames

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the shapes or scenes of the set, one per class, shown or not."""
        return self.config.classes

    @property
    def frame_shape(self) -> tuple[int, int]:
        """Height and width of a frame."""
        return self.config.frame_shape

    @property
    def scored(self) -> bool:
        """Whether the whole video is inferred: yes, the truth of every frame is known."""
        return True

    @property
    def objects(self) -> ObjectStyle:
        """What the objects look like."""
        return self.config.style

    def __len__(self) -> int:
        """Return the number of frames."""
        return self._frames


class BouncingShapes(ShapesVideo):
    """A video of bouncing shapes, a `FrameSource` with labels, on which causes are scored."""

    def __init__(self, config: ShapesConfig, frames: int) -> None:
        if frames < 1:
            raise UserError(f"A video needs at least one frame, not {frames}.")
        if frames > sys.maxsize:
            raise UserError("No video has so many frames; choose a smaller number.")
        super().__init__(config, frames)
        # The path of a sequence is kept, so that it is simulated only once.
        self._paths = lru_cache(maxsize=64)(self._path)

    def frame(self, index: int) -> Frame:
        """Draw frame `index`; it is its own clean frame."""
        if not 0 <= index < self._frames:
            raise IndexError(f"frame {index} of {self._frames}")
        sequence, step = divmod(index, self.config.sequence_length)
        label = self.label(index)
        corners, kinds = (
            np.rint(self._paths(sequence).at(step)).astype(int),
            self.config.kinds(label),
        )
        image = np.zeros(self.config.frame_shape, dtype=np.float32)
        self.objects.draw(image, corners, kinds)
        placed = tuple(
            PlacedShape(self.config.shapes[kind], int(top), int(left), self.config.size)
            for kind, (top, left) in zip(kinds, corners, strict=True)
        )
        return Frame(index=index, image=image, label=label, clean=image, placed=placed)

    def label(self, index: int) -> int:
        """Return which class is shown at frame `index`."""
        return index // self.config.sequence_length % len(self.config.classes)

    @property
    def _room(self) -> NDArray[np.float64]:
        """How far an object's corner can go, down and across."""
        return np.array(self.config.frame_shape, dtype=float) - self.config.size

    def _path(self, sequence: int) -> BouncingPath:
        """Return the path of the objects in a sequence."""
        rng = np.random.default_rng((self.config.seed, _MOTION, sequence))
        count = self.config.objects
        places = self._start(rng)
        heading = rng.uniform(0, 2 * np.pi, count)
        velocity = np.stack([np.sin(heading), np.cos(heading)], axis=1)
        velocity *= rng.uniform(*self.config.speed, (count, 1))
        return BouncingPath(places, velocity, self._room, self.config.size)

    def _start(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return places for the objects, apart from each other if 200 tries are enough for that."""
        best, best_gap = None, -1.0
        for _ in range(200):
            places = rng.uniform(0, 1, (self.config.objects, 2)) * self._room
            gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
            gap = float(np.min(gaps + np.eye(len(places)) * 1e9))
            if gap > best_gap:
                best, best_gap = places, gap
            if gap >= self.config.size:
                break
        assert best is not None
        return best
