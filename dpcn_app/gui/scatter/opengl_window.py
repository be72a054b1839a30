"""A window made ready for OpenGL before it is shown, so that it stays the same window.

When the first OpenGL widget comes into a window that is shown already, Qt replaces the window by
another one of the system's. A request to close that was sent to the old one is lost with it.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpcn_app.gui.scatter import opengl_probe


def prepare_window(window: QWidget) -> None:
    """Have a window made for OpenGL where that is likely to be used; before it is shown."""
    likely, _ = opengl_probe.probe(quick=True)
    if likely:
        from PySide6.QtOpenGLWidgets import QOpenGLWidget

        QOpenGLWidget(window).hide()  # its being there is enough
