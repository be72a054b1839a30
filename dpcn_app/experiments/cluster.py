"""Jobs on a cluster, by Dask: a scheduler hands them to its workers, and again where one is lost.

The extra `cluster` brings Dask. On the machines of the cluster, with the same version of the app:

    dask scheduler                      # prints its address, such as tcp://10.0.0.7:8786
    dask worker ADDRESS --nworkers 8 --nthreads 1
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import dpcn_app
from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Failure, Found, Job, Outcomes, attempt

if TYPE_CHECKING:
    from distributed import Client

_USUAL_PORT = 8786
_PATIENCE = 10.0  # seconds until a scheduler has to answer
_AT_ONCE = 500  # jobs in one message to the scheduler


def outcomes_on_cluster(
    work: Callable[[Job], Found], jobs: Sequence[Job], scheduler: str
) -> Outcomes[Found]:
    """Yield index and outcome of every job, in the order in which they are done.

    A job whose worker is lost goes to another one; it fails when several were lost over it.

    Parameters
    ----------
    work
        A module's function, which the workers can import.
    jobs
        Arguments of `work`.
    scheduler
        Address of the scheduler.
    """
    client = _connected(scheduler)
    futures: list[Any] = []
    try:
        from distributed import as_completed

        futures += client.map(
            attempt, [work] * len(jobs), list(jobs), pure=False, batch_size=_AT_ONCE
        )
        indices = {future.key: index for index, future in enumerate(futures)}
        for future in as_completed(futures, loop=client.loop):
            outcome = _outcome(future, scheduler)
            future.release()
            yield indices[future.key], outcome
    finally:  # after Ctrl-C or an error, the workers drop what is left
        try:
            client.cancel(futures, force=True)
        finally:
            client.close(timeout=2)


def _connected(scheduler: str) -> Client:
    """Return a client of a scheduler whose workers have this version of the app."""
    try:
        from distributed import Client
    except ImportError:
        raise UserError(
            "Clusters need Dask, which is not installed; install it with pip install "
            "'dpcn-app[cluster]', or leave --scheduler out."
        ) from None
    for name in [each for each in logging.root.manager.loggerDict if "distributed" in each]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # the user is told in sentences
    try:
        # First the plain socket: a client without a scheduler takes long to give up.
        socket.create_connection(_host_and_port(scheduler), _PATIENCE).close()
        client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UserError(
            f"No scheduler answers at {scheduler!r}; start one with `dask scheduler` and give the "
            "address that it prints, such as tcp://127.0.0.1:8786."
        ) from error
    try:
        _check_versions(client)
    except BaseException:
        client.close()
        raise
    return client


def _host_and_port(scheduler: str) -> tuple[str, int]:
    """Return host and port of an address such as tcp://127.0.0.1:8786."""
    parts = urlsplit(scheduler if "://" in scheduler else f"tcp://{scheduler}")
    if not parts.hostname or parts.scheme not in ("tcp", "tls"):
        raise ValueError("no address")
    return parts.hostname, parts.port or _USUAL_PORT


def _check_versions(client: Client) -> None:
    """Refuse workers without the app, or with another version of it: results could differ."""
    try:
        versions = client.run(app_version)
    except ImportError:
        raise UserError(
            "The workers of the cluster do not have this app; install it beside them with pip "
            "install 'dpcn-app[cluster]'."
        ) from None
    for worker, version in versions.items():
        if version != dpcn_app.__version__:
            raise UserError(
                f"The worker {worker} has version {version} of the app, and this is "
                f"{dpcn_app.__version__}; install the same version everywhere."
            )


def app_version() -> str:
    """Return the version of the app where this is called, as on a worker."""
    return dpcn_app.__version__


def _outcome(future: Any, scheduler: str) -> Any:
    """Return what a job has come to; a scheduler that has gone ends all."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    try:
        return future.result()
    except KilledWorker:
        return Failure("Several workers were lost over it, perhaps for want of memory.")
    except FutureCancelledError:
        raise UserError(
            f"The scheduler at {scheduler} has gone; start it again, and then the same command."
        ) from None
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")
