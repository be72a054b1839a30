"""Where a training stands, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.trainer import Progress
    from dpcn_app.live.snapshot import TrainingView


def time_in_words(seconds: float) -> str:
    """Return a time in round numbers, which do not flicker."""
    if seconds < 5:
        return "a few seconds left"
    if seconds < 55:
        return f"about {5 * round(seconds / 5)} seconds left"
    minutes = seconds / 60
    if minutes < 1.5:
        return "about a minute left"
    if minutes < 60:
        return f"about {round(minutes)} minutes left"
    return f"about {minutes / 60:.1f} hours left"


def progress_in_words(training: TrainingView, *, playing: bool = False) -> str:
    """Return a line on where a training stands, beside a video that plays or not."""
    place = "kept in the list of networks" if training.kept else "in the list of networks"
    if training.state == "done":
        return f"“{training.name}” is learnt and {place}."
    if training.state == "stopped":
        return f"Stopped; “{training.name}” is {place} as learnt so far."
    if training.progress is None:
        return "Paused." if training.state == "paused" else "Preparing the training video …"
    words = [f"{training.progress.share:.0%}".replace("%", " %")]
    words.append(_doing(training.progress, training.epochs))
    if training.state == "paused":
        words.append("paused")
    elif training.seconds_left is not None:
        words.append(time_in_words(training.seconds_left))
        if playing:
            words.append("faster while the video is paused (Space)")
    return " · ".join(words)


def _doing(progress: Progress, epochs: int) -> str:
    place = progress.place
    if place.phase == "encode":
        return f"Layer {place.layer + 1}: the layers below infer its inputs"
    attempt = f", attempt {place.restart + 1}" if place.restart else ""
    if place.phase == "map":
        return "Mapping which states follow which"
    if place.phase == "judge":
        return f"Layer {place.layer + 1}{attempt}: judging what was learnt"
    return f"Layer {place.layer + 1}{attempt} · epoch {place.epoch + 1} of {epochs}"
