"""What all tests of the window share."""

import pytest
from PySide6.QtCore import QSettings


@pytest.fixture(autouse=True)
def own_settings(tmp_path, qapp):
    """Keep what the tests store away from the user's own settings."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    qapp.setOrganizationName("dpcn_app_tests")


@pytest.fixture(autouse=True)
def own_look(qapp):
    """Bring the type and the colours of the application back: a theme changes them for all."""
    font, palette = qapp.font(), qapp.palette()
    yield
    if qapp.font() != font:
        qapp.setFont(font)
    if qapp.palette() != palette:
        qapp.setPalette(palette)
