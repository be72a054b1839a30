"""Results of several seeds."""

from collections.abc import Callable

from dpcn_app.experiments.seed_results import seed_results
from dpcn_app.experiments.workers import HERE, Workers


def double(job: int, on_progress: Callable[[int, str], None] | None = None) -> int:
    if on_progress is not None:
        on_progress(job, "halfway")
    return 2 * job


def test_they_come_in_the_order_of_the_seeds_and_every_step_is_told() -> None:
    told: list[tuple[int, str | None]] = []
    results = seed_results(double, [0, 1, 2], HERE, lambda index, step: told.append((index, step)))
    assert results == [0, 2, 4]
    assert told == [(0, "halfway"), (1, "halfway"), (2, "halfway")]


def test_where_others_do_the_work_the_end_of_each_seed_is_told() -> None:
    told: list[tuple[int, str | None]] = []
    results = seed_results(
        double, [0, 1, 2], Workers(2), lambda index, step: told.append((index, step))
    )
    assert results == [0, 2, 4]
    assert sorted(told, key=str) == [(0, None), (1, None), (2, None)]
