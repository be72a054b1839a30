"""A test whether OpenGL works here, made before any OpenGL widget.

A widget whose OpenGL fails turns the whole window black without an exception, so this tests it
off-screen first. It must run in the GUI thread, the imports too: PySide crashed now and then while
another thread imported classes of Qt.
"""

from __future__ import annotations

import importlib
import os

import platformdirs
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

VARIABLE = "DPCN_APP_GL"
"""Environment variable: `off` for software in any case, `on` for OpenGL even where emulated."""

_MESA = "MESA_SHADER_CACHE_DISABLE"
_BLIND = ("offscreen", "minimal", "vnc", "linuxfb")  # platforms where OpenGL widgets do not render
_NEEDED = (2, 1)
_RENDERER = 0x1F01  # GL_RENDERER: the name of the device
_EMULATED = ("llvmpipe", "softpipe", "swrast", "software")  # slower than our own projection


def refusal() -> str:
    """Return why OpenGL cannot be used, or nothing, without any slow test."""
    wish = os.environ.get(VARIABLE, "").strip().lower()
    if wish == "off":
        return f"switched off by {VARIABLE}"
    if not isinstance(QGuiApplication.instance(), QGuiApplication):
        return "there is no application yet"
    platform = QGuiApplication.platformName().lower()
    if platform.startswith(_BLIND):
        return f"platform “{platform}” has no OpenGL"
    return ""


def probe(*, quick: bool = False) -> tuple[bool, str]:
    """Return whether OpenGL works here, and its version or why not; never raises.

    A quick test leaves out what takes a second to import: OpenGL works, and the view is likely to.
    """
    try:
        return _probe(quick)
    except Exception as error:
        return False, f"the test of OpenGL failed: {error}"


def _probe(quick: bool) -> tuple[bool, str]:
    reason = refusal()
    if reason:
        return False, reason
    _quieten_mesa()
    surface = QOffscreenSurface()
    surface.create()
    context = QOpenGLContext()
    if not surface.isValid() or not context.create():
        return False, "no OpenGL context can be made"
    if not context.makeCurrent(surface):
        return False, "an OpenGL context cannot be used"
    try:
        return _inspect(context, quick)
    finally:
        context.doneCurrent()
        surface.destroy()


def _quieten_mesa() -> None:
    """Let Mesa keep no shaders where it cannot: it would complain of that on stderr."""
    try:
        folder = platformdirs.user_cache_path()
        folder.mkdir(parents=True, exist_ok=True)  # as Mesa does
        writable = os.access(folder, os.W_OK | os.X_OK)
    except (OSError, RuntimeError):
        writable = False
    if not writable:
        os.environ.setdefault(_MESA, "true")


def _inspect(context: QOpenGLContext, quick: bool = False) -> tuple[bool, str]:
    """Return the same for the current context; slow imports come last."""
    if context.isOpenGLES():
        return False, "only OpenGL ES is there"
    version = context.format().version()
    if tuple(version) < _NEEDED:
        return False, f"OpenGL {version[0]}.{version[1]} is too old, 2.1 is needed"
    name = str(context.functions().glGetString(_RENDERER) or "unknown").split(" (")[0]
    wanted = os.environ.get(VARIABLE, "").strip().lower() == "on"
    if any(word in name.lower() for word in _EMULATED) and not wanted:
        return False, f"OpenGL is only emulated here, {name}"
    reason = "" if quick else load() or _blindness()
    if reason:
        return False, reason
    return True, f"{version[0]}.{version[1]}, {name}"


def _blindness() -> str:
    """Return that PyOpenGL does not see the current context, or nothing."""
    from OpenGL import platform

    if platform.GetCurrentContext():
        return ""
    return "PyOpenGL does not see Qt's context (PYOPENGL_PLATFORM=egl may help)"


def load() -> str:
    """Import what the OpenGL view needs (a second); return what went wrong, or nothing."""
    for module in ("PySide6.QtOpenGLWidgets", "OpenGL.GL", "pyqtgraph.opengl"):
        try:
            importlib.import_module(module)
        except Exception as error:  # PyOpenGL raises all kinds where a library is missing
            return f"{module} cannot be imported: {error}"
    return ""
