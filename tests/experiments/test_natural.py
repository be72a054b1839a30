"""Natural scenes: the experiment on a small network."""

from dataclasses import asdict

import numpy as np
import pytest

from dpcn_app.commands.reproduce_natural import ROWS
from dpcn_app.experiments import natural
from dpcn_app.experiments.natural import copies_of_one_cause, streams
from dpcn_app.training.fields_of_view import LENGTH
from tests.helpers.small_natural import SMALL, Grey, small_natural_result


def test_held_out_clips_of_a_video_come_from_its_last_quarter() -> None:
    source = Grey(100, rising=True)
    train_on, held = streams(SMALL, 64, 1, source)
    assert max(train_on._clips) + LENGTH <= 75
    assert min(held._clips) >= 75
    assert held.preprocessing == train_on.preprocessing


def test_columns_along_one_axis_are_copies() -> None:
    C = np.eye(6, 4)
    assert copies_of_one_cause(C) == 1
    C[:, 0] = 1
    assert copies_of_one_cause(C) == 0.75


@pytest.fixture(scope="module")
def result() -> natural.NaturalResult:
    return small_natural_result()


def test_the_experiment_measures_every_line_of_its_table(result: natural.NaturalResult) -> None:
    (seed,) = result.results
    assert len(seed.checks()) == 14
    assert all(isinstance(cell(seed), str) for cell in ROWS.values())
    numbers = seed.as_dict()
    assert set(numbers) >= {"filters", "causes", "use", "mixed", "directed", "energies", "second"}
    flat = [value for part in numbers.values() if isinstance(part, dict) for value in part.values()]
    assert all(np.isfinite(value) for value in flat if isinstance(value, float))
    assert result.verdict in ("pass", "fail")


def test_a_small_network_fails_honestly(result: natural.NaturalResult) -> None:
    """Two dozen atoms after a few steps are no mosaic of Gabor functions."""
    assert result.verdict == "fail"
    assert not all(result.as_dict()["checks"][0].values())  # type: ignore[index]


def test_the_same_seed_gives_the_same_figures(result: natural.NaturalResult) -> None:
    again = natural.examine_natural(result.results[0].network, *streams(SMALL, 64, 1, None), 1)
    assert asdict(again.filters) == asdict(result.results[0].filters)
    assert asdict(again.causes) == asdict(result.results[0].causes)
