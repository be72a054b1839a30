"""What a restless user does: keys, clicks, drags and moves, the same for the same seed."""

from __future__ import annotations

import random
import subprocess

from tests.helpers.desktop import Desktop

KEYS = (
    *"tpmcnogsw",
    *("space", "Right", "Left", "Home", "End", "plus", "minus", "shift+m", "1", "2", "3"),
    *("Tab", "Return", "Escape", "Up", "Down", "Page_Down", "F1", "F11"),
    *("ctrl+z", "ctrl+y", "ctrl+e", "ctrl+s", "ctrl+o", "ctrl+shift+s", "ctrl+shift+n"),
)
"""Keys of the window, but for those that end it."""


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
        """Wait until all is done."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def move(chance: random.Random, place: list[int]) -> str:
    """Return a move of the mouse into a place (x, y, width, height)."""
    x, y, width, height = place
    return f"mousemove {x + chance.randrange(width)} {y + chance.randrange(height)}"


def action(chance: random.Random, place: list[int]) -> str:
    """Return a line of xdotool: a key, a click, a drag, a turn of the wheel or a move."""
    kind = chance.choices(
        ("key", "click", "double", "right", "wheel", "drag", "move"), (40, 20, 4, 4, 10, 12, 10)
    )[0]
    if kind == "key":
        return f"key --clearmodifiers {chance.choice(KEYS)}"
    there = move(chance, place)
    if kind == "drag":
        return f"{there} mousedown 1 {move(chance, place)} {move(chance, place)} mouseup 1"
    ends = {
        "click": " click 1",
        "double": " click --repeat 2 1",
        "right": " click 3 key Escape",
        "wheel": f" click --repeat {chance.randint(1, 8)} {chance.choice((4, 5))}",
        "move": "",
    }
    return there + ends[kind]
