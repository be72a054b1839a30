"""What a training has to learn, which its checkpoint tells, so that it can go on by itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpcn_app.engine.plan import Plan
from dpcn_app.errors import UserError
from dpcn_app.storage.checkpoints import load_meta
from dpcn_app.storage.json_fields import as_json, checked_fields
from dpcn_app.storage.models import check_size
from dpcn_app.training.presets import Preset

_FIELD = "assignment"


@dataclass(frozen=True)
class Assignment:
    """What a training has to learn.

    Parameters
    ----------
    preset, frames, seed
        What is trained, on how many frames, and the seed.
    source
        The video that it learns from, such as the name of a file; empty for generated frames.
    """

    preset: Preset
    frames: int
    seed: int
    source: str = ""

    def as_meta(self) -> dict[str, Any]:
        """Return what a checkpoint holds of it."""
        return {_FIELD: as_json(self)}


def read_assignment(checkpoint: Path) -> Assignment:
    """Return what the training has to learn that left a checkpoint."""
    told = load_meta(checkpoint).get(_FIELD)
    try:
        assignment = Assignment(**checked_fields(Assignment, told))
        preset = assignment.preset
        check_size(vars(preset.network))
        Plan(preset.network, preset.learning, steps=1, seed=assignment.seed)  # they fit each other
    except UserError as error:
        raise UserError(
            "Its checkpoint does not tell what there is to learn, perhaps as another version of "
            "this app wrote it; go on with it there, or discard it."
        ) from error
    return assignment
