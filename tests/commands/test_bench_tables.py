"""What stands beside the tables of the benchmark."""

import os

import pytest

from dpcn_app.benchmarks.scaling import Growth
from dpcn_app.benchmarks.timing import Timing
from dpcn_app.commands.bench_tables import growth_sheet, load_in_words


def test_how_busy_the_machine_is_is_told_in_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (1.26, 9.0, 9.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert load_in_words() == " The machine was busy with 1.3 tasks on 2 cores when it began."


def test_a_system_that_cannot_tell_how_busy_it_is_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "getloadavg", raising=False)
    assert load_in_words() == ""


def test_growth_has_a_row_a_size_with_its_slope_and_times() -> None:
    growth = Growth("states", (10, 20), (Timing.of([0.001]), Timing.of([0.0025])), 1.32)
    assert growth_sheet("Growth", [growth]).rows == (("states", "1.32", "10: 1, 20: 2.5"),)
