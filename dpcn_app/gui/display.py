"""Checks whether a window can be opened; without a display, Qt itself would end the process."""

from __future__ import annotations

import os
import re
import socket
import sys


def missing_qt() -> str | None:
    """Return why Qt cannot be loaded, in a few words; None where it can."""
    try:
        from PySide6 import QtWidgets  # noqa: F401
    except ImportError as error:
        return f"Qt cannot be loaded ({error})"
    return None


def missing_display() -> str | None:
    """Return why no window can be opened, in a few words; None where one can."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if os.environ.get("WAYLAND_DISPLAY"):
        return None
    display = os.environ.get("DISPLAY", "")
    if not display:
        return "there is no display (DISPLAY is not set)"
    return None if _answers(display) else f"the display {display} does not answer"


def _answers(display: str) -> bool:
    """Whether an X server listens at a display such as `:0` or `host:10.0`."""
    match = re.fullmatch(r"(?:unix)?([^:]*):(\d+)(?:\.\d+)?", display)
    if match is None:
        return False
    host, number = match.group(1), int(match.group(2))
    places: list[tuple[socket.AddressFamily, str | tuple[str, int]]] = []
    if not host:
        name = f"/tmp/.X11-unix/X{number}"
        places += [(socket.AF_UNIX, "\0" + name)]
        places += [(socket.AF_UNIX, name)] if os.path.exists(name) else []
    else:
        places += [(socket.AF_INET, (host, 6000 + number))]
    for family, address in places:
        try:
            with socket.socket(family, socket.SOCK_STREAM) as connection:
                connection.settimeout(2.0)
                connection.connect(address)
                return True
        except OSError:
            continue
    return False
