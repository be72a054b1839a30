"""`dpcn-app reproduce`: an experiment of the paper with its table, figures and verdict."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from dpcn_app.commands.experiment_report import Experiment

_EXPERIMENTS = {
    "shapes": "bouncing shapes: the role of top-down information (§3.2)",
    "natural": "natural scenes: what is learnt from photographs or a video (§3.1)",
    "robustness": "every mode and control against noise, beyond the paper",
    "attention": "what a belief makes of two shapes at once, beyond the paper",
    "wide": "belief and context where the top sees a wide frame, beyond the paper",
    "eyes-closed": "how long what was seen lives on in expectations alone, beyond the paper",
    "levels": "shapes in the second layer, scenes in the third, beyond the paper",
    "departures": "what is done otherwise than in the paper, taken back one at a time",
    "states": "sparse states inferred with known parameters (supplement A.3)",
}
"""Each is the `EXPERIMENT` of the module `reproduce_NAME` beside this one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    experiments = parser.add_subparsers(dest="experiment", required=True, metavar="EXPERIMENT")
    for name, purpose in _EXPERIMENTS.items():
        subparser = experiments.add_parser(name, help=purpose, description=purpose)
        _experiment(name).add_arguments(subparser)


def run(arguments: argparse.Namespace) -> int:
    """Carry the experiment out; 0 where its verdict is `pass`, 1 where it is `fail`."""
    return _experiment(arguments.experiment).run(arguments)


def _experiment(name: str) -> Experiment[Any]:
    experiment: Experiment[Any] = import_module(
        f"dpcn_app.commands.reproduce_{name.replace('-', '_')}"
    ).EXPERIMENT
    return experiment
