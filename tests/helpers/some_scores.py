"""Scores for tests that care about some of them; another score needs no change here."""

from dataclasses import fields

from dpcn_app.analysis.scores import Scores


def some_scores(every: float = 0.5, **given: float) -> Scores:
    """Return scores that are all the same, but for those given by name."""
    return Scores(**{field.name: every for field in fields(Scores)} | given)
