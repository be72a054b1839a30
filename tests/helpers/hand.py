"""A hand at the mouse and keys of a desktop, quick enough to be measured by."""

from __future__ import annotations

import subprocess

from tests.helpers.desktop import Desktop


class Hand:
    """An xdotool that stays, so that an action costs no start of a process."""

    def __init__(self, desktop: Desktop) -> None:
        self._process = subprocess.Popen(
            ["xdotool", "-"],
            env=desktop.environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )

    def do(self, words: str) -> None:
        """Do what a line of xdotool says."""
        assert self._process.stdin is not None
        self._process.stdin.write(words + "\n")

    def close(self) -> None:
        """Wait until all is done; what an app that has ended will never answer is left undone."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
