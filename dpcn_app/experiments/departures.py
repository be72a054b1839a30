"""Departures from the paper, taken back one at a time, and what becomes of the scores.

A set of departures (`shape_departures`, `natural_departures`) trains one network as it is and
others with a departure taken back, from the same seeds and on the same video. Runs that are done
are kept in a folder, so that an experiment that was stopped goes on from them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dpcn_app.analysis.estimates import Estimate, estimate
from dpcn_app.errors import UserError
from dpcn_app.experiments.workers import HERE, Workers, each_result
from dpcn_app.storage.atomic import replacing

CONTROL = "control"
"""The name of the network as it is."""

Values = dict[str, dict[str, float]]
"""Measures by the name of what was taken back."""


@dataclass(frozen=True)
class Run:
    """One job: what is trained from one seed, as far as it shares work.

    Parameters
    ----------
    kind, frames, noise, seed
        As for `reproduce_departures`.
    names
        What is taken back, one at a time; `CONTROL` for nothing.
    """

    kind: str
    frames: int
    noise: float
    seed: int
    names: tuple[str, ...]

    @property
    def file_name(self) -> str:
        """Where it is kept."""
        return f"{self.kind}-{self.frames}-{self.noise:g}-{self.seed}-{self.names[0]}.json"


@dataclass(frozen=True)
class DepartureSet:
    """Departures that are measured on one kind of network.

    Parameters
    ----------
    titles
        What is done in place of the departure, by name; `CONTROL` is among them.
    batches
        Names whose runs share work, the control's batch first.
    measures
        Titles of the measures, by name; more is better unless listed in `less_is_better`.
    noisy
        Whether noise is added to the test video.
    less_is_better
        Measures of which less is better.
    additions
        Names of what is added to the paper, not taken back; it is told, and not checked.
    frames
        Length of the training video, unless another is asked for.
    work
        Does a run; a function of a module, so that another process can import it.
    """

    titles: dict[str, str]
    batches: tuple[tuple[str, ...], ...]
    measures: dict[str, str]
    frames: int
    work: Callable[[Run], Values]
    noisy: bool = True
    less_is_better: frozenset[str] = frozenset()
    additions: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class DeparturesResult:
    """The whole experiment.

    Parameters
    ----------
    kind, named, noise, frames, seeds
        What was asked for: the set and its name, and so on.
    values
        By name and measure: a value a seed.
    seconds
        Time taken.
    """

    kind: DepartureSet
    named: str
    noise: float
    frames: int
    seeds: tuple[int, ...]
    values: dict[str, dict[str, list[float]]]
    seconds: float

    def difference(self, name: str, measure: str) -> Estimate:
        """Return what taking back changes: the mean difference from the control, seed by seed."""
        ours, theirs = (self.values[each][measure] for each in (name, CONTROL))
        return estimate(np.subtract(ours, theirs))

    def beyond_doubt(self, name: str) -> dict[str, Estimate]:
        """Return the measures that change, those whose 95 % interval leaves out 0."""
        found = {each: self.difference(name, each) for each in self.values[name]}
        return {
            each: change
            for each, change in found.items()
            if change.half is not None and abs(change.mean) > change.half
        }

    @property
    def checks(self) -> dict[str, bool]:
        """Whether each departure is worth making: nothing improves beyond doubt without it."""
        checks = {}
        for name in self.values:
            if name != CONTROL and name not in self.kind.additions:
                improved = (
                    (change.mean < 0) == (measure in self.kind.less_is_better)
                    for measure, change in self.beyond_doubt(name).items()
                )
                checks[f"nothing is better with {self.kind.titles[name]}"] = not any(improved)
        return checks

    @property
    def verdict(self) -> str:
        """`pass` where all checks hold, else `fail`."""
        return "pass" if all(self.checks.values()) else "fail"

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON can hold it."""
        return {
            "experiment": "departures",
            "set": self.named,
            "noise": self.noise,
            "frames": self.frames,
            "seeds": list(self.seeds),
            "values": self.values,
            "checks": self.checks,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


def reproduce_departures(
    kinds: Mapping[str, DepartureSet],
    named: str,
    noise: float = 1.5,
    seeds: Sequence[int] = (2, 3, 4),
    frames: int | None = None,
    folder: Path | None = None,
    on_progress: Callable[[float, str], None] = lambda share, words: None,
    workers: Workers = HERE,
) -> DeparturesResult:
    """Train and score networks with one departure taken back at a time, once for each seed.

    Parameters
    ----------
    kinds, named
        All sets of departures by name, and which of them.
    noise
        Mean number of noise objects a frame in the test video.
    seeds
        Every network is trained once from each.
    frames
        Length of the training video; None for the set's.
    folder
        Where runs that are done are kept and found again; None for nowhere.
    on_progress
        Called with the share done and a few words.
    workers
        Who shares the runs.
    """
    if not seeds or min(seeds) < 0 or len(set(seeds)) < len(seeds):
        raise UserError("Seeds are needed: whole numbers of zero or more, each once.")
    if named not in kinds:
        raise UserError(f"There is no set called {named!r}; choose from {', '.join(kinds)}.")
    begun, kind = time.monotonic(), kinds[named]
    length = kind.frames if frames is None else frames
    runs = [Run(named, length, noise, seed, names) for names in kind.batches for seed in seeds]
    found = {run: kept for run in runs if (kept := _kept(folder, run)) is not None}
    left = [run for run in runs if run not in found]
    for index, values in each_result(kind.work, left, workers):
        found[left[index]] = values
        _keep(folder, left[index], values)
        on_progress(len(found) / len(runs), f"{len(found)} of {len(runs)} runs done")
    return DeparturesResult(
        kind, named, noise, length, tuple(seeds), _by_name(runs, found), time.monotonic() - begun
    )


def _by_name(runs: Sequence[Run], found: Mapping[Run, Values]) -> dict[str, dict[str, list[float]]]:
    """Return the measures by name, a value a seed in the order of the runs."""
    values: dict[str, dict[str, list[float]]] = {}
    for run in runs:
        for name, measures in found[run].items():
            for measure, value in measures.items():
                values.setdefault(name, {}).setdefault(measure, []).append(value)
    return values


def _kept(folder: Path | None, run: Run) -> Values | None:
    """Return what a run came to if its file is there; a damaged file counts as none."""
    if folder is None:
        return None
    try:
        kept: Any = json.loads((folder / run.file_name).read_text("utf-8"))
        values = {name: dict(kept[name]) for name in run.names}
        flat = [value for measures in values.values() for value in measures.values()]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return values if flat and all(type(value) is float for value in flat) else None


def _keep(folder: Path | None, run: Run, values: Values) -> None:
    if folder is not None:
        with replacing(folder / run.file_name) as file:
            file.write(json.dumps(values, indent=1).encode())
