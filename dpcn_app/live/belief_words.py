"""Beliefs as the window offers and names them: the classes of a video, and titles of modes."""

from __future__ import annotations

from collections.abc import Sequence

from dpcn_app.engine.modes import belief_in, believing, mode_title
from dpcn_app.live.settings import Settings
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source_spec import SHAPES, SourceSpec

NO_CLASSES = (
    "This video has no classes to look for; choose a top cause in Causes’ fields instead, "
    "or right-click a marker in the cloud."
)
"""What a key for a class says where there is none."""

LEFT_ALONE = "left alone"


def classes_to_look_for(settings: Settings) -> tuple[str, ...]:
    """Return the classes that the network can be told to look for; none but of shapes."""
    if settings.source_kind != SHAPES:
        return ()
    return SHAPE_SETS[SourceSpec.parse(settings.source).given.get("set", "easy")].classes


def mixed_classes(settings: Settings) -> tuple[str, ...]:
    """Return the classes that are shown at once; none where there is one at a time."""
    if settings.source_kind != SHAPES:
        return ()
    mix = SourceSpec.parse(settings.source).given.get("mix", "")
    return tuple(mix.split("+")) if mix else ()


def what_is_around(settings: Settings) -> str:
    """Return what is around two classes in a quadrant; empty where they are all over the frame."""
    if settings.source_kind != SHAPES:
        return ""
    return str(SourceSpec.parse(settings.source).given.get("around", ""))


def beliefs_side_by_side(settings: Settings) -> tuple[str, ...]:
    """Return all classes to look for, those first that are shown at once."""
    mixed = mixed_classes(settings)
    return (*mixed, *(name for name in classes_to_look_for(settings) if name not in mixed))


def compares_beliefs(modes: Sequence[str]) -> bool:
    """Whether modes differ by what the network is told to look for, and by nothing else."""
    return len(modes) > 1 and len({believing(mode, "") for mode in modes}) == 1


def mode_titles(modes: Sequence[str]) -> list[str]:
    """Return what modes side by side are called: by their beliefs alone where those differ."""
    if compares_beliefs(modes):
        return [belief_in(mode) or LEFT_ALONE for mode in modes]
    return [mode_title(mode) for mode in modes]


def modes_in_words(modes: Sequence[str]) -> str:
    """Return what modes side by side are called, in one line."""
    titles = ", ".join(mode_titles(modes))
    return f"{mode_title(believing(modes[0], ''))}: {titles}" if compares_beliefs(modes) else titles


def told_words(mode: str) -> str:
    """Return what the network is told in a mode; empty where it is left alone."""
    belief = belief_in(mode)
    return f"told to look for {belief}" if belief else ""


def cause_belief(cause: int) -> str:
    """Return the name of the belief in a top cause, given from 0 (see `live.belief_book`)."""
    return f"cause {cause + 1}"


def frame_belief(frame: int, mode: str) -> str:
    """Return the name of what a mode, left alone, believes in a frame, given from 0."""
    return f"frame {frame + 1} of {believing(mode, '')}"
