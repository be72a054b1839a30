"""A box for one message between two threads: the latest wins."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Holds at most one message; a new one replaces one that was not taken."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._message: T | None = None

    def put(self, message: T) -> None:
        """Leave a message."""
        with self._lock:
            self._message = message

    def take(self) -> T | None:
        """Take the message out; None where there is none."""
        with self._lock:
            message, self._message = self._message, None
        return message
