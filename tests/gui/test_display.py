"""Whether a window can be opened, found without Qt."""

import socket

import pytest

from dpcn_app.gui.display import missing_display


@pytest.fixture(autouse=True)
def linux_without_display(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_no_display_is_said():
    assert "DISPLAY is not set" in str(missing_display())


@pytest.mark.parametrize("display", [":987", "nonsense", "", "localhost:987"])
def test_a_display_that_does_not_answer_is_said(monkeypatch, display):
    monkeypatch.setenv("DISPLAY", display)
    assert missing_display() is not None


def test_a_display_that_answers_is_good(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind("\0/tmp/.X11-unix/X986")
        server.listen()
        monkeypatch.setenv("DISPLAY", ":986")
        assert missing_display() is None


def test_a_platform_chosen_by_hand_is_left_alone(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert missing_display() is None
