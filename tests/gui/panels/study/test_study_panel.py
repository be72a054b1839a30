"""The page of a study in the window."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from dpcn_app.gui.exporting.export import export_panel
from dpcn_app.gui.files import is_document
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.study.study_page import StudyNetwork
from dpcn_app.gui.panels.study.study_panel import StudyPanel
from dpcn_app.gui.recent import recent_files
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window
from tests.helpers.small_study import done_study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a study that is done, with the bundled network in place of each of its own."""
    return done_study(tmp_path / "study")


def shown(panel) -> bool:
    return panel.page is not None and panel.page.isVisible()


@pytest.fixture
def opened() -> list[StudyNetwork]:
    """Return what the panel asks to be opened."""
    return []


@pytest.fixture
def panel(qtbot, folder, opened):
    """Return the panel alone, with a study open."""
    themes = ThemeModel("dark")
    context = Context(themes, Selection(), Camera(themes), lambda _: None)
    panel = StudyPanel(replace(context, open_study_network=opened.append))
    qtbot.addWidget(panel)
    panel.resize(1000, 600)
    panel.show()
    panel.open_study(folder)
    qtbot.waitUntil(lambda: shown(panel), timeout=60_000)
    return panel


def choose(box, data) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def test_axes_measure_and_what_is_held_can_be_chosen(panel):
    page, choices = panel.page, panel.page.choices
    choose(choices.measure, "health")
    choose(choices.down, "mode")
    assert page.map.rows == ("off", "average:0.2") and page.map.measure == "health"
    assert choices.held["noise"].isVisible() and not choices.held["mode"].isVisible()
    assert page.map.cells[0][0].estimate.mean == pytest.approx(0.5 + 0.02)
    choose(choices.measure, "silhouette")
    choose(choices.held["noise"], 3.0)
    assert page.map.cells[0][0].estimate.mean == pytest.approx(0.5 * 2 - 3)
    choose(choices.held["noise"], None)
    assert page.map.cells[0][0].estimate.mean == pytest.approx(0.5 * 2 - 2.25)
    assert "mean of all" in page.heading.text()


def test_a_cell_says_what_it_holds_and_which_network_it_opens(panel):
    words = panel.page.describe(0, 1)
    assert "Layer 1: State sparsity γ₀ 0.7" in words and "silhouette −0.10 ±1.74" in words
    assert words.endswith("opens the network of seed 1, the first of 3 seeds")


def test_keys_alone_choose_the_network_of_a_cell(panel, opened, folder, qtbot):
    qtbot.keyClick(panel.page.view, Qt.Key.Key_Down)
    assert "Noise objects a frame 3" in panel.page.note.text()
    qtbot.keyClick(panel.page.view, Qt.Key.Key_Return)
    (chosen,) = opened
    assert chosen.model.parent == folder / "models" and chosen.model.is_file()
    assert (chosen.noise, chosen.mode) == (3.0, "off")
    assert chosen.words == "This is the network of seed 1, the first of 3 in this cell."


def test_an_average_is_chosen_as_the_mode_that_the_window_knows(panel, opened):
    choose(panel.page.choices.down, "mode")
    panel.page.view.choose((1, 0))
    assert opened[0].mode == "average"


def test_what_is_no_study_is_told_on_the_page(panel, tmp_path, qtbot):
    (tmp_path / "results.csv").write_text("a,b\n1,2\n")
    panel.open_study(tmp_path / "results.csv")
    qtbot.waitUntil(lambda: "no columns run" in panel.words.text(), timeout=60_000)
    assert panel.words.isVisible() and not panel.page.isVisible()


def test_a_table_of_empty_cells_is_told_on_the_page(panel, folder, qtbot):
    heads, *_ = (folder / "results.csv").read_text().splitlines()
    (folder / "results.csv").write_text(f"{heads}\n{',' * heads.count(',')}\n")
    panel.open_study(folder)
    qtbot.waitUntil(lambda: "holds no values yet" in panel.words.text(), timeout=60_000)
    assert panel.words.isVisible() and not panel.page.isVisible()


def test_an_axis_of_too_many_values_is_told_and_can_be_left(panel, folder, qtbot):
    heads, *rows = (folder / "results.csv").read_text().splitlines()
    cells = [row.split(",") for row in rows]
    seed = heads.split(",").index("seed")
    for number in range(20_000):
        row = cells[number % len(cells)]
        rows.append(",".join((*row[:seed], str(number), *row[seed + 1 :])))
    (folder / "results.csv").write_text("\n".join((heads, *rows)) + "\n")
    panel.open_study(folder)
    page, choices = panel.page, panel.page.choices
    qtbot.waitUntil(lambda: len(panel.page.table) == len(rows), timeout=60_000)
    assert page.map.means().shape == (2, 2)
    choose(choices.down, "seed")
    choose(choices.across, "seed")
    assert page.map is None and page.note.text() == page.heading.text() == ""
    assert page.view.waiting == (
        "Seed has 20,000 values, more than the 100 that can be told apart; choose another axis."
    )
    assert panel.data() == {} and page.describe(0, 0) == ""
    choose(choices.across, "noise")
    choose(choices.down, "mode")
    assert panel.page.map.rows == ("off", "average:0.2") and page.heading.text()


def test_of_an_axis_with_too_many_values_to_choose_from_the_mean_is_taken(panel, folder, qtbot):
    heads, row, *_ = (folder / "results.csv").read_text().splitlines()
    cells, place = row.split(","), heads.split(",").index("layer1.sparsity")
    mode = heads.split(",").index("mode")
    rows = []
    for number in range(101):
        cells[place], cells[mode] = str(number), ("off", "both")[number % 2]
        rows.append(",".join(cells))
    (folder / "results.csv").write_text("\n".join((heads, *rows)) + "\n")
    panel.open_study(folder)
    qtbot.waitUntil(lambda: len(panel.page.table) == len(rows), timeout=60_000)
    held = panel.page.choices.held["layer1.sparsity"]
    assert [held.itemText(index) for index in range(held.count())] == ["mean of all"]
    assert panel.page.map.columns == ("off", "both")


def test_it_can_be_exported_as_picture_and_table(panel, tmp_path):
    for suffix in (".png", ".svg", ".csv", ".npz"):
        assert export_panel(panel, tmp_path / f"study{suffix}").stat().st_size > 100
    table = (tmp_path / "study.csv").read_text()
    assert table.splitlines()[0] == "layer1.sparsity,noise,silhouette,half_of_interval,seeds"
    assert len(table.splitlines()) == 5


def test_in_the_window_it_is_a_page_that_opens_the_network_of_a_cell(folder, qtbot):
    window = show_window(qtbot, Settings(source=shapes_source("hard", frames=20)))
    panel = window.pages.panels["study"]
    assert isinstance(panel, StudyPanel)
    assert "dpcn-app sweep" in panel.words.text() and panel.data() == {}
    assert is_document(str(folder)) and is_document(str(folder / "results.csv"))
    window.files.open(folder / "results.csv")
    qtbot.waitUntil(lambda: shown(panel), timeout=60_000)
    assert window.pages.is_open and recent_files() == [folder / "results.csv"]
    assert panel.page is not None
    panel.page.view.choose((1, 0))
    assert not window.pages.is_open
    settings = window.settings.current
    assert settings.model.startswith("shapes-easy-seed-1-")
    assert (settings.source, settings.noise) == (shapes_source("easy", frames=20), 3.0)
    assert "seed 1, the first of 3 in this cell" in window.message.text()
    window.settings.undo_stack.undo()
    assert window.settings.current.source == shapes_source("hard", frames=20)
    shutil.rmtree(folder / "models")
    window.pages.open("study")
    panel.page.view.choose((0, 0))
    texts = [
        each.text() for each in QApplication.topLevelWidgets() if isinstance(each, QMessageBox)
    ]
    assert window.pages.is_open and any("models" in text for text in texts)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    window.controller.close()
