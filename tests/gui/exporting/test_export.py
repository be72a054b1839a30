"""Any panel can be written as PNG, SVG, CSV and NPZ; the rest is refused with a sentence."""

import os
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSettings, QStandardPaths
from PySide6.QtGui import QColor, QImage, QPainter, QUndoStack
from PySide6.QtWidgets import QMessageBox, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting import export
from dpcn_app.gui.exporting.export import (
    FILTERS,
    export_folder,
    export_panel,
    export_with_dialog,
)
from dpcn_app.gui.exporting.picture_files import MARGIN
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel

TABLE: dict[str, NDArray[Any]] = {
    "frame": np.arange(4),
    "cause": np.array([[0.1, 1 / 3], [2, 3], [4, np.nan], [6, 7]], dtype=np.float32),
    "shape": np.array(["square", "X", "a, b", "ü"]),
}


class SmallPanel(Panel):
    name = "small"
    title = "Small"
    explanation = "A slanted line."
    numbers: dict = TABLE

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setPen(QColor("red"))
        painter.drawLine(0, 0, self.width(), self.height())
        painter.end()

    def data(self):
        return self.numbers


@pytest.fixture
def panel(qtbot):
    panel = SmallPanel(Context(ThemeModel("dark"), Selection(), Camera(), lambda command: None))
    qtbot.addWidget(panel)
    panel.resize(60, 40)
    return panel


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(export, "preferences", lambda: settings)
    return settings


def test_only_the_picture_of_a_panel_is_drawn_if_it_names_one(panel, tmp_path, monkeypatch):
    part = QWidget(panel)
    part.resize(20, 10)
    monkeypatch.setattr(type(panel), "picture", part)
    export_panel(panel, tmp_path / "a.png")
    assert QImage(str(tmp_path / "a.png")).width() == 2 * (20 + 2 * MARGIN)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv", ".npz"])
@pytest.mark.parametrize("numbers", [TABLE, {"A": np.eye(3), "gamma": np.ones(5)}])
def test_one_file_is_written_where_one_is_named(panel, tmp_path, suffix, numbers):
    panel.numbers = numbers
    assert export_panel(panel, tmp_path / f"a{suffix}") == tmp_path / f"a{suffix}"
    assert [path.name for path in tmp_path.iterdir()] == [f"a{suffix}"]


def test_pictures_are_on_white_unless_asked_otherwise(panel, tmp_path):
    corners = []
    for white in (True, False):
        export_panel(panel, tmp_path / "a.png", white=white)
        corners.append(QImage(str(tmp_path / "a.png")).pixelColor(0, 0))
    assert corners[0] == QColor("white") != corners[1]
    assert panel.context.themes.current.name == "dark"


@pytest.mark.parametrize("name", ["a.gif", "a", ".png"])
def test_an_unknown_suffix_is_refused(panel, tmp_path, name):
    with pytest.raises(UserError, match=r"\.png, \.svg, \.csv, \.npz"):
        export_panel(panel, tmp_path / name)


@pytest.mark.parametrize("suffix", [".csv", ".npz"])
@pytest.mark.parametrize("numbers", [{}, {"causes": np.empty((0, 3))}])
def test_a_panel_without_numbers_says_so(panel, tmp_path, suffix, numbers):
    panel.numbers = numbers
    with pytest.raises(UserError, match="no numbers"):
        export_panel(panel, tmp_path / f"a{suffix}")
    assert not list(tmp_path.glob("a*"))


def test_a_panel_without_a_picture_says_so(panel, tmp_path):
    panel.resize(0, 0)
    with pytest.raises(UserError, match="no picture"):
        export_panel(panel, tmp_path / "a.png")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv", ".npz"])
def test_a_folder_that_is_not_there_is_told(panel, tmp_path, suffix):
    with pytest.raises(UserError, match="could not be written"):
        export_panel(panel, tmp_path / "nowhere" / f"a{suffix}")


def choose(dialog, title):
    dialog.selectNameFilter(title)
    dialog.filterSelected.emit(title)


def test_the_dialog_writes_the_kind_chosen_and_keeps_the_folder(panel, tmp_path, kept):
    dialog = export_with_dialog(panel)
    assert dialog.nameFilters() == list(FILTERS)
    assert dialog.defaultSuffix() == "png"
    choose(dialog, "Table for a spreadsheet (*.csv)")
    assert dialog.defaultSuffix() == "csv"
    dialog.fileSelected.emit(str(tmp_path / "b.csv"))
    dialog.close()
    assert (tmp_path / "b.csv").exists()
    assert kept.value("export/folder") == str(tmp_path)


@pytest.mark.parametrize("folder", ["gone", "n" * 300, "nul\0"])
def test_without_the_folder_used_last_an_export_begins_among_documents(tmp_path, kept, folder):
    kept.setValue("export/folder", str(tmp_path))
    assert export_folder() == str(tmp_path)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    kept.setValue("export/folder", str(tmp_path / folder))
    assert export_folder() == documents


def test_a_folder_that_may_not_be_looked_into_is_left_for_documents(tmp_path, kept, monkeypatch):
    kept.setValue("export/folder", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may look into everything
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    assert export_folder() == documents


def test_the_dialog_offers_pictures_in_the_colours_of_the_window(panel, tmp_path):
    dialog = export_with_dialog(panel)
    choose(dialog, "Picture in the window's colours (*.png)")
    dialog.fileSelected.emit(str(tmp_path / "b"))
    dialog.close()
    assert QImage(str(tmp_path / "b.png")).pixelColor(0, 0) != QColor("white")


def test_an_export_is_told_and_can_be_undone(panel, tmp_path):
    told: list[str] = []
    stack = QUndoStack()
    dialog = export_with_dialog(panel, None, stack, told.append)
    dialog.fileSelected.emit(str(tmp_path / "b.csv"))
    dialog.close()
    assert told == [f"Small: written to {tmp_path / 'b.csv'}; Ctrl+Z undoes it"]
    assert stack.undoText() == "export of b.csv" and (tmp_path / "b.csv").exists()
    stack.undo()
    assert not (tmp_path / "b.csv").exists() and "removed" in told[1]
    stack.redo()
    assert (tmp_path / "b.csv").exists()


def test_a_name_without_a_suffix_gets_that_of_the_filter(panel, tmp_path):
    dialog = export_with_dialog(panel)
    dialog.fileSelected.emit(str(tmp_path / "b"))
    dialog.close()
    assert (tmp_path / "b.png").exists()


def test_a_panel_without_numbers_offers_pictures_only(panel):
    panel.numbers = {}
    dialog = export_with_dialog(panel)
    kinds = {title.partition("*")[2] for title in dialog.nameFilters()}
    assert kinds == {".png)", ".svg)"}
    dialog.close()


def test_the_dialog_tells_what_went_wrong_and_goes_on(panel, qtbot, tmp_path):
    dialog = export_with_dialog(panel, panel)
    dialog.fileSelected.emit(str(tmp_path / "nowhere" / "b.png"))
    dialog.close()
    box = panel.findChild(QMessageBox)
    assert "could not be written" in box.text()
    box.close()
