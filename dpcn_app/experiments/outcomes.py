"""What becomes of a job, wherever it is done: its result, or why there is none."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from threadpoolctl import threadpool_limits

from dpcn_app.errors import UserError

Job = TypeVar("Job")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Failure:
    """Why a job has no result.

    Parameters
    ----------
    reason
        In a sentence.
    details
        Where in the program it happened; empty where that tells nothing.
    refused
        Whether the job itself was refused, so that doing it again would be of no use.
    """

    reason: str
    details: str = ""
    refused: bool = False

    def raised(self) -> Exception:
        """Return the failure as an exception."""
        if self.refused or not self.details:
            return UserError(self.reason)
        return RuntimeError(f"{self.reason}\n{self.details}")


Outcomes = Generator[tuple[int, Found | Failure], None, None]
"""Index and outcome of every job, in the order in which they are done; closing it ends the work."""


def attempt(work: Callable[[Job], Found], job: Job) -> Found | Failure:
    """Do a job with one thread in BLAS; an error becomes a `Failure`.

    The sums of BLAS depend on its number of threads: with one, results are the same wherever the
    job is done.
    """
    try:
        with threadpool_limits(1):
            return work(job)
    except UserError as error:
        return Failure(str(error), refused=True)
    except MemoryError:
        return Failure("There was not enough memory for it; let fewer processes work at once.")
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", traceback.format_exc())
