import pytest
from PySide6.QtGui import QGuiApplication

from dpcn_app.gui import gl_probe


@pytest.fixture(autouse=True)
def no_wish(monkeypatch):
    monkeypatch.delenv(gl_probe.VARIABLE, raising=False)


def test_without_a_screen_the_answer_is_no_and_says_why(qapp, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "offscreen")
    works, why = gl_probe.probe()
    assert not works and "offscreen" in why


def test_the_user_can_switch_it_off(qapp, monkeypatch):
    monkeypatch.setenv(gl_probe.VARIABLE, "off")
    assert gl_probe.probe() == (False, "switched off by DPCN_APP_GL")


def test_no_context_means_no(qapp, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(gl_probe.QOpenGLContext, "create", lambda self: False)
    works, why = gl_probe.probe()
    assert not works and "context" in why


def test_a_missing_library_means_no_and_is_named(monkeypatch):
    def refuse(name):
        raise ImportError("libGL.so.1 is missing")

    monkeypatch.setattr(gl_probe.importlib, "import_module", refuse)
    assert "libGL.so.1 is missing" in gl_probe.load()


def test_whatever_goes_wrong_it_never_raises(qapp, monkeypatch):
    def explode():
        raise RuntimeError("surprise")

    monkeypatch.setattr(gl_probe, "refusal", explode)
    assert gl_probe.probe() == (False, "the test of OpenGL failed: surprise")
