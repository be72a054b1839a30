"""Runs at several amounts of noise: refused, or done seed by seed."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.noise_runs import NoiseJob, check_noises_and_seeds, train_each_seed
from dpcn_app.experiments.workers import HERE, Workers


def its_job(job: NoiseJob) -> NoiseJob:
    return job


@pytest.mark.parametrize("workers", [HERE, Workers(2)], ids=["here", "processes"])
def test_every_seed_has_a_job_and_its_end_is_told(workers: Workers) -> None:
    told: list[tuple[float, str]] = []
    found = train_each_seed(
        its_job,
        "easy",
        [0.0, 1.5],
        [5, 3, 4],
        60,
        lambda share, words: told.append((share, words)),
        workers,
    )
    assert found == [("easy", (0.0, 1.5), seed, 60) for seed in (5, 3, 4)]
    assert told[0] == (0.0, "seed 5: training")
    assert [share for share, _ in told[1:]] == [1 / 3, 2 / 3, 1.0]
    assert {words for _, words in told[1:]} == {f"seed {seed}: done" for seed in (3, 4, 5)}


def test_bad_input_is_refused_before_any_work() -> None:
    def work(job: NoiseJob) -> None:
        raise AssertionError("no work may begin")

    for noises, seeds, frames, complaint in (
        ((), (1,), None, "At least one amount of noise"),
        ((-1.0,), (1,), None, "noise goes from 0"),
        ((1.0,), (), None, "At least one seed"),
        ((1.0,), (1, 1), None, "Give each seed once"),
        ((1.0,), (1,), 1, "60 to 10,000,000"),
    ):
        with pytest.raises(UserError, match=complaint):
            train_each_seed(work, "easy", noises, seeds, frames, None, HERE)


def test_seeds_may_be_left_out_where_a_network_is_there_already() -> None:
    check_noises_and_seeds((0.0, 1.5), ())
