import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from dpcn_app.gui.scatter import opengl_probe

_ENGINE_IMPORTS = """
import sys
import dpcn_app.live.controller, dpcn_app.gui.widgets.equation_tooltip
before = set(sys.modules)
import ziamath
qt = ("PySide6", "shiboken6", "pyqtgraph")
new = [name for name in set(sys.modules) - before if name.startswith(qt)]
del sys.modules["dpcn_app.gui.widgets.equation_tooltip"]
print(new)
"""


@pytest.fixture(autouse=True)
def no_wish(monkeypatch):
    monkeypatch.delenv(opengl_probe.VARIABLE, raising=False)


def test_without_a_screen_the_answer_is_no_and_says_why(qapp, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "offscreen")
    works, why = opengl_probe.probe()
    assert not works and "offscreen" in why


def test_the_user_can_switch_it_off(qapp, monkeypatch):
    monkeypatch.setenv(opengl_probe.VARIABLE, "off")
    assert opengl_probe.probe() == (False, "switched off by DPCN_APP_GL")


def test_no_context_means_no(qapp, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(opengl_probe.QOpenGLContext, "create", lambda self: False)
    works, why = opengl_probe.probe()
    assert not works and "context" in why


@pytest.mark.parametrize(("place", "told"), [("cache", None), ("file/cache", "true")])
def test_mesa_keeps_its_shaders_where_it_can_and_else_does_not_try(
    qapp, monkeypatch, tmp_path, place, told
):
    (tmp_path / "file").touch()
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(opengl_probe.QOpenGLContext, "create", lambda self: False)
    monkeypatch.setenv("MESA_SHADER_CACHE_DISABLE", "")  # so that it is as before afterwards
    monkeypatch.delenv("MESA_SHADER_CACHE_DISABLE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / place))
    opengl_probe.probe()
    assert os.environ.get("MESA_SHADER_CACHE_DISABLE") == told


def test_a_missing_library_means_no_and_is_named(monkeypatch):
    def refuse(name):
        raise ImportError("libGL.so.1 is missing")

    monkeypatch.setattr(opengl_probe.importlib, "import_module", refuse)
    assert "libGL.so.1 is missing" in opengl_probe.load()


def test_emulated_opengl_is_refused_before_anything_slow_is_imported(monkeypatch):
    monkeypatch.setattr(opengl_probe, "load", lambda: pytest.fail("imports"))
    context: Any = SimpleNamespace(
        isOpenGLES=lambda: False,
        format=lambda: SimpleNamespace(version=lambda: (4, 5)),
        functions=lambda: SimpleNamespace(glGetString=lambda name: "llvmpipe (LLVM 15, 256 bits)"),
    )
    assert opengl_probe._inspect(context) == (False, "OpenGL is only emulated here, llvmpipe")


def test_no_other_thread_makes_classes_of_qt():
    """With Python 3.11, PySide crashes now and then if a thread does."""
    told = subprocess.run(
        [sys.executable, "-c", _ENGINE_IMPORTS], capture_output=True, text=True, check=True
    )
    assert told.stdout == "[]\n"


def test_whatever_goes_wrong_it_never_raises(qapp, monkeypatch):
    def explode():
        raise RuntimeError("surprise")

    monkeypatch.setattr(opengl_probe, "refusal", explode)
    assert opengl_probe.probe() == (False, "the test of OpenGL failed: surprise")
