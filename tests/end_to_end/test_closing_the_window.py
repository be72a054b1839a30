"""Closing the window at any time: at once, without a word, with nothing left behind."""

import signal

import pytest

from tests.helpers.desktop import TITLE, missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def test_while_loading_does_no_harm_to_the_layout(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(ready=False)
        until(lambda: desktop.windows(TITLE), "window", 30)
        until(app.active, "the window has the keyboard", 30)
        app.close()
        again = desktop.start(surveyed=True)
        places = [again.place("QWidget", name) for name in ("causes", "dictionary", "training")]
        assert min(width for _, _, width, _ in places) > 200
        again.close()


def test_with_opengl_the_window_stays_the_one_that_was_asked_to_close(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True, ready=False, DPCN_APP_GL="on")
        first = until(lambda: desktop.windows(TITLE) or None, "window", 30)
        app.wait_ready()
        until(lambda: app.ask(text="3-D: OpenGL"), "OpenGL", 60)
        assert desktop.windows(TITLE) == first
        app.close()


def test_with_a_dialog_open(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start()
        app.keys("F1")
        until(lambda: desktop.active_title() == "Shortcuts", "the dialog has the keyboard", 20)
        app.keys("alt+F4")
        until(lambda: desktop.active_title() == TITLE, "the window has the keyboard", 20)
        app.close()


def test_while_training_which_goes_on_to_its_end_another_time(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        assert app.start_training(frames=900)["training"]["state"] == "running"
        app.close()
        again = desktop.start(surveyed=True)
        until(lambda: again.ask(text="A training was left unfinished."), "an offer to go on", 30)
        until(lambda: again.ask(focus=True) == "&Resume", "its answer has the keyboard", 30)
        again.keys("Return")
        again.wait_line(lambda line: line["training"], "training", after=0)
        done = again.wait_line(
            lambda line: line["training"] and line["training"]["state"] == "done", "its end"
        )
        assert done["training"]["share"] == 1
        assert again.ask(kind="QPushButton", name="Start") is not None
        again.close()


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name
)
def test_by_a_signal(tmp_path, number):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start()
        app.process.send_signal(number)
        app.check_end()
