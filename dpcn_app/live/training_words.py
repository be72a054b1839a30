"""Where a training stands, in words."""

from __future__ import annotations

import math
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.live.snapshot import TrainingView
    from dpcn_app.live.training_messages import StepTaken

_SIGKILL = 9  # Windows has no such signal


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


def progress_in_words(training: TrainingView) -> str:
    """Return a line on where a training stands."""
    if training.gone:
        return f"“{training.name}” was learnt; it is not kept any more."
    place = "kept" if training.kept else "in the list of networks until you quit"
    if training.state == "done":
        return f"“{training.name}” is learnt and {place}."
    if training.state == "stopped":
        return f"Stopped early: “{training.name}” is {place}, as far as it was learnt."
    if training.stopping:
        return "Stopping, as soon as this step has ended …"
    if training.progress is None:
        return (
            "Paused."
            if training.state == "paused"
            else "Starting: loading, and preparing the training video …"
        )
    words = [f"{training.progress.share:.0%}".replace("%", " %")]
    words.append(_doing(training.progress, training.epochs))
    if training.state == "paused":
        words.append("paused")
    elif training.slow_left > 0:
        words.append(f"slow start, full speed in {math.ceil(training.slow_left)} s")
    elif training.seconds_left is not None:
        words.append(time_in_words(training.seconds_left))
    return " · ".join(words)


def loss_in_words(code: int, *, kept: bool) -> str:
    """Return what to tell of a training whose process has ended before it.

    Parameters
    ----------
    code
        How the process has ended: below zero by that signal.
    kept
        Whether there is a checkpoint to go on from.
    """
    if code == -_SIGKILL:
        how = "was killed, perhaps because memory ran out"
    elif code < 0:
        how = f"has crashed ({_signal_name(-code)})"
    else:
        how = f"has ended with an error (exit code {code})" if code else "was ended from outside"
    advice = "Resume goes on from its last checkpoint" if kept else "nothing was kept; start again"
    return f"The training {how}. In the Training panel: {advice}."


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return f"signal {number}"


def _doing(progress: StepTaken, epochs: int) -> str:
    place = progress.place
    if place.phase == "encode":
        return f"Layer {place.layer + 1}: the layers below infer its inputs"
    attempt = f", attempt {place.restart + 1}" if place.restart else ""
    if place.phase == "map":
        return "Mapping which states follow which"
    if place.phase == "judge":
        return f"Layer {place.layer + 1}{attempt}: judging what was learnt"
    return f"Layer {place.layer + 1}{attempt} · epoch {place.epoch + 1} of {epochs}"
