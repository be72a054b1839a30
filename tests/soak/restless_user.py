"""What a restless user does: keys, clicks, drags and moves, the same for the same seed."""

from __future__ import annotations

import random

KEYS = (
    *"tpmcnogsw",
    *("space", "Right", "Left", "Home", "End", "plus", "minus", "shift+m", "1", "2", "3"),
    *("Tab", "Return", "Escape", "Up", "Down", "Page_Down", "F1", "F11"),
    *("ctrl+z", "ctrl+y", "ctrl+e", "ctrl+s", "ctrl+o", "ctrl+shift+s", "ctrl+shift+n"),
)
"""Keys of the window, but for those that end it."""


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
