"""A window made ready for OpenGL, where that is likely to be used."""

import pytest
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.scatter import opengl_probe
from dpcn_app.gui.scatter.opengl_window import prepare_window


@pytest.mark.parametrize("works", [True, False])
def test_only_where_opengl_works_a_window_is_made_for_it(qtbot, monkeypatch, works):
    monkeypatch.setattr(opengl_probe, "probe", lambda *, quick: (works and quick, "as told"))
    window = QWidget()
    qtbot.addWidget(window)
    prepare_window(window)
    found = window.findChildren(QOpenGLWidget)
    assert len(found) == works
    assert all(each.isHidden() for each in found)
