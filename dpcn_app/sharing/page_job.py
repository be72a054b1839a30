"""A page is made beside the window: a plain thread that tells how far it is, and can be stopped."""

from __future__ import annotations

import threading

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.live.mailbox import Mailbox
from dpcn_app.sharing.page_order import PageOrder, make_page


class _StoppedError(Exception):
    """Raised inside the work to end it."""


class PageJob(threading.Thread):
    """Makes one page.

    Parameters
    ----------
    order
        What it is to show.

    Attributes
    ----------
    progress
        The share done and what is being done, as it changes.
    page
        The file, once it is made; None before, and after a stop or an error.
    problem
        Why there is no page, in a sentence; empty where nothing went wrong.
    """

    def __init__(self, order: PageOrder) -> None:
        super().__init__(name="web page", daemon=True)
        self.progress: Mailbox[tuple[float, str]] = Mailbox()
        self.page: bytes | None = None
        self.problem = ""
        self._order = order
        self._ending = threading.Event()

    def stop(self) -> None:
        """End the work at the next step."""
        self._ending.set()

    def run(self) -> None:
        """Work until the page is made, or stopped; called by `start`."""
        try:
            # Numbers near the end of their range may overflow; what then is shown black is told.
            with np.errstate(over="ignore", invalid="ignore"):
                self.page = make_page(self._order, self._report)
        except _StoppedError:
            pass
        except UserError as error:
            self.problem = str(error)
        except MemoryError:
            self.problem = "There is not enough memory for this page; choose fewer frames or modes."
        except Exception as error:  # a thread that dies silently would leave its progress standing
            self.problem = f"The page could not be made ({type(error).__name__}: {error})."

    def _report(self, share: float, words: str) -> None:
        if self._ending.is_set():
            raise _StoppedError
        self.progress.put((share, words))
