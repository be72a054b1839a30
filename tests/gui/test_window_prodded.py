"""The window under a restless user, from its first paint on: nothing raises."""

import pytest

from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.training.presets import preset
from tests.helpers.file_scene import write_film
from tests.helpers.hand_driven import HandDriven, show_window
from tests.helpers.prodding import prod
from tests.helpers.working import work_until

SHORT = Settings(source=shapes_source(frames=30))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    yield window
    window.close()
    window.controller.close()


def prod_every_panel(qtbot, window: HandDriven) -> None:
    """Bring each panel to the front in turn and use it; errors come out."""
    with qtbot.captureExceptions() as raised:
        for dock in window.docks.values():
            dock.show()
            dock.raise_()
            qtbot.waitUntil(dock.panel.isVisible)
            assert prod(dock.panel) > 0, dock.panel.name
        prod(window.stage)
        for name, panel in window.pages.panels.items():
            window.pages.open(name)
            assert prod(panel) > 0, name
        window.pages.close()
    assert raised == []


def test_mouse_and_keys_do_no_harm_before_anything_is_inferred(qtbot, window):
    window.show_snapshot(first_snapshot(SHORT))
    prod_every_panel(qtbot, window)


def test_mouse_and_keys_do_no_harm_while_a_video_is_watched(qtbot, window):
    window.update_all()
    prod_every_panel(qtbot, window)


def test_mouse_and_keys_do_no_harm_while_a_file_is_opened_and_watched(qtbot, window, tmp_path):
    window.update_all()
    window.files.open(write_film(tmp_path / "film.npy", frames=10))
    prod_every_panel(qtbot, window)  # the file is asked for, and not shown yet
    for _ in range(20):
        window.controller.work(0.1)
    window.show_snapshot(window.controller.snapshot())
    assert window.snapshot.video.name == "film.npy"
    prod_every_panel(qtbot, window)


def test_mouse_and_keys_do_no_harm_while_a_network_is_trained(qtbot, window, tmp_path):
    window.update_all()
    window.ask(StartTraining(preset("shapes-hard"), 60, 3, tmp_path / "kept"))
    window.show_snapshot(window.controller.snapshot())
    assert window.snapshot.training.progress is None  # its process is still loading
    prod_every_panel(qtbot, window)
    window.show_snapshot(
        work_until(window.controller, lambda each: each.training and each.training.progress)
    )
    prod_every_panel(qtbot, window)
    window.controller.close()
