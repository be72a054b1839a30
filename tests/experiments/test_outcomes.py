"""What becomes of a job."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Failure, attempt


def out_of_memory(_: int) -> int:
    raise MemoryError


def test_a_result_is_passed_on() -> None:
    assert attempt(abs, -3) == 3


def test_too_little_memory_is_a_failure_with_advice() -> None:
    failed = attempt(out_of_memory, 1)
    assert isinstance(failed, Failure) and "fewer processes" in failed.reason


def test_a_failure_raised_again_tells_where_it_happened() -> None:
    failed = attempt(int, "three")
    assert isinstance(failed, Failure) and "ValueError" in failed.reason
    with pytest.raises(RuntimeError, match=r"outcomes\.py"):
        raise failed.raised()


def test_what_was_refused_is_raised_as_the_sentence_that_it_was() -> None:
    with pytest.raises(UserError, match="No fours"):
        raise Failure("No fours.", refused=True).raised()
