"""What was trained is there at the next start."""

import pytest

from tests.helpers.desktop import missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def test_a_trained_network_is_listed_after_a_restart(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        app.start_training(frames=60)
        app.wait_line(
            lambda line: line["training"] and line["training"]["state"] == "done",
            "its end",
            after=0,
        )
        told = "“shapes-easy 1” is learnt and kept"
        until(lambda: app.ask(text=told), "a word that it is kept", 30)
        app.close()
        (file,) = (tmp_path / "home").rglob("shapes-easy 1.npz")
        assert file.parent.name == "networks"
        again = desktop.start(surveyed=True)
        again.wait_playing()
        again.keys("ctrl+shift+n")
        until(lambda: desktop.active_title() == "Networks", "the dialog has the keyboard", 30)
        again.keys("End", "Return")
        network = "shapes-easy 1 · Bottom-up"
        until(lambda: again.ask(text=network), "the network in use", 60)
        again.keys("Escape")
        until(lambda: desktop.windows("^Networks$") == [], "the end of the dialog", 30)
        again.close()
