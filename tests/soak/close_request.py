"""The request to close a window, as a window manager sends it: WM_DELETE_WINDOW."""

from __future__ import annotations

import ctypes
import ctypes.util

_CLIENT_MESSAGE = 33


class _Message(ctypes.Structure):
    """XClientMessageEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("padding", ctypes.c_long * 24),
    )


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def _ignore(display: object, error: object) -> int:
    """Do nothing where X would end this program: the window has just been closed."""
    return 0


def request_close(display: str, window: int) -> None:
    """Ask a window of a display to close; one that is gone needs not be asked."""
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    x11.XSendEvent.argtypes = (
        *(ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long),
        ctypes.POINTER(_Message),
    )
    x11.XSync.argtypes = (ctypes.c_void_p, ctypes.c_int)
    x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    x11.XSetErrorHandler(_ignore)
    connection = x11.XOpenDisplay(display.encode())
    if not connection:
        raise OSError(f"display {display} cannot be opened")
    message = _Message(type=_CLIENT_MESSAGE, window=window, format=32)
    message.message_type = x11.XInternAtom(connection, b"WM_PROTOCOLS", 0)
    message.data[0] = x11.XInternAtom(connection, b"WM_DELETE_WINDOW", 0)
    x11.XSendEvent(connection, window, 0, 0, ctypes.byref(message))
    x11.XSync(connection, 0)
    x11.XCloseDisplay(connection)
