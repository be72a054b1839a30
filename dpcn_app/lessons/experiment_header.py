"""The parts of a step's header that prepare an experiment: a training, or a run of estimators.

- training: preset=shapes-easy, frames=600, seed=1, cause_sparsity of layer 2=2
- run: lambda=0, observations=40
"""

from __future__ import annotations

import re
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.lessons.header_values import (
    named_values,
    number_within,
    one_of,
    whole_number,
    yes_or_no,
)
from dpcn_app.lessons.lesson import RUN_VALUES
from dpcn_app.training.hyperparameters import HYPERPARAMETERS, Hyperparameter, recipe, with_values
from dpcn_app.training.presets import PRESETS, Preset

_TRAINING = "preset=shapes-easy, frames=600, seed=1, cause_sparsity of layer 2=2"
_RUN = "lambda=0.01, observations=60"
_LEAST_FRAMES, _MOST_FRAMES = 60, 6000  # a class does not wait for more


def read_training(value: str) -> dict[str, Any]:
    """Return what the Training panel is to offer, as it keeps its choices itself."""
    given = dict(named_values(value, "training", _TRAINING))
    name = one_of(given.pop("preset", ""), tuple(PRESETS), "preset")
    frames = whole_number(given.pop("frames", "600"), "frames", _LEAST_FRAMES, _MOST_FRAMES)
    seed = whole_number(given.pop("seed", "0"), "seed", 0, 2**31 - 1)
    slow = yes_or_no(given.pop("slow", "yes"), "slow")
    values = recipe(PRESETS[name])
    for key, text in given.items():
        layer, each = _hyperparameter(key, PRESETS[name])
        values[layer][each.name] = number_within(text, key, each.low, each.high)
    with_values(PRESETS[name], values)  # refuses what cannot be trained
    return {"preset": name, "frames": frames, "seed": seed, "values": values, "slow": slow}


def _hyperparameter(key: str, preset: Preset) -> tuple[int, Hyperparameter]:
    """Return the layer, from 0, and the hyper-parameter that a name means."""
    match = re.fullmatch(r"([a-z_]+) of layer ([1-9])", key)
    layers = len(preset.learning)
    known = {each.name: each for each in HYPERPARAMETERS}
    if match is None or int(match[2]) > layers:
        raise UserError(f"training names {key[:40]!r}; write it like {_TRAINING!r}")
    one_of(match[1], tuple(known), "hyper-parameter")
    return int(match[2]) - 1, known[match[1]]


def read_run(value: str) -> dict[str, float]:
    """Return what State estimation is to simulate; `usual` stands for the paper's values."""
    if value == "usual":
        return {}
    found = {}
    for key, text in named_values(value, "run", _RUN):
        least, most = RUN_VALUES[one_of(key, tuple(RUN_VALUES), "number of a run called")]
        found[key] = number_within(text, key, least, most)
    return found
