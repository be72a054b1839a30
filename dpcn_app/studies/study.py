"""A study: a grid of networks to train and test, and the tasks that it consists of.

A task trains one network from nothing and lets it watch noisy video at every amount of noise in
every mode. So one training serves many rows of the table.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import product
from math import prod

from dpcn_app.training.hyperparameters import recipe, with_values
from dpcn_app.training.presets import Preset, preset

MOST_TASKS = 100_000
MOST_ROWS = 2_000_000


@dataclass(frozen=True)
class Task:
    """One network to train and test.

    Parameters
    ----------
    preset, seed, frames
        What is trained, and the length of its training video.
    values
        Hyper-parameters that differ from the preset, by names such as `layer1.sparsity`.
    noise, modes
        Amounts of noise and modes of the test; both empty for natural scenes.
    """

    preset: str
    seed: int
    frames: int
    values: tuple[tuple[str, float], ...]
    noise: tuple[float, ...]
    modes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of its files: the same task always has the same, and no other task has it."""
        content = json.dumps(asdict(self), sort_keys=True).encode()
        return f"{self.preset}-seed-{self.seed}-{hashlib.sha256(content).hexdigest()[:12]}"

    def recipe(self) -> Preset:
        """Return the preset with the task's hyper-parameters; refuse what cannot be trained."""
        chosen = preset(self.preset)
        layers = [dict(values) for values in recipe(chosen)]
        for name, value in self.values:
            part, _, key = name.partition(".")
            layers[0 if part == "prior" else int(part.removeprefix("layer")) - 1][key] = value
        return with_values(chosen, layers)


@dataclass(frozen=True)
class Shown:
    """What the figures of a study show.

    Parameters
    ----------
    across, down
        The axes of the heat map; `across` is also that of the curves, and `down` has a line each.
    measures
        One heat map and one set of curves for each.
    at
        Values of other axes, by name; over those that are not named, the mean is taken.
    """

    across: str
    down: str
    measures: tuple[str, ...]
    at: tuple[tuple[str, str | float], ...] = ()


@dataclass(frozen=True)
class Study:
    """A grid over presets, hyper-parameters, seeds, noise and modes.

    Parameters
    ----------
    title, about
        What it is called, and what it asks.
    presets, seeds, frames
        What is trained; without a length of the training video it is each preset's own.
    grid
        Values of hyper-parameters, by names such as `layer1.sparsity`.
    noise, modes
        How the networks are tested.
    shown
        What the figures show; None to choose by the grid.
    """

    title: str
    presets: tuple[str, ...]
    seeds: tuple[int, ...]
    frames: int | None = None
    grid: tuple[tuple[str, tuple[float, ...]], ...] = ()
    noise: tuple[float, ...] = ()
    modes: tuple[str, ...] = ()
    shown: Shown | None = None
    about: str = field(default="", compare=False)

    def __len__(self) -> int:
        """Return the number of tasks."""
        return len(self.presets) * len(self.seeds) * prod(len(values) for _, values in self.grid)

    def tasks(self) -> Iterator[Task]:
        """Yield all tasks: the whole grid with the first seed, then with the next."""
        names = [name for name, _ in self.grid]
        choices = [values for _, values in self.grid]
        for seed, name, values in product(self.seeds, self.presets, product(*choices)):
            chosen = preset(name)
            yield Task(
                preset=name,
                seed=seed,
                frames=chosen.frames if self.frames is None else self.frames,
                values=tuple(zip(names, values, strict=True)),
                noise=self.noise if chosen.shapes else (),
                modes=self.modes if chosen.shapes else (),
            )

    @property
    def axes(self) -> dict[str, tuple[str | float, ...]]:
        """What is varied or could be, by name: presets, hyper-parameters, noise, modes, seeds."""
        return {
            "preset": self.presets,
            **dict(self.grid),
            "noise": self.noise,
            "mode": self.modes,
            "seed": self.seeds,
        }
