"""Any panel can be written as PNG, SVG, CSV and NPZ; the rest is refused with a sentence."""

import csv
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QMessageBox, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui import export
from dpcn_app.gui.export import export_panel, export_with_dialog
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


def test_a_png_has_twice_the_pixels(panel, tmp_path):
    export_panel(panel, tmp_path / "a.png")
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == (120, 80)
    assert image.pixelColor(60, 40).red() > 200


def test_an_svg_is_a_drawing_of_the_right_size(panel, tmp_path):
    export_panel(panel, tmp_path / "a.svg")
    renderer = QSvgRenderer(str(tmp_path / "a.svg"))
    text = (tmp_path / "a.svg").read_text()
    assert renderer.isValid()
    assert (renderer.viewBox().width(), renderer.viewBox().height()) == (60, 40)
    assert "<polyline" in text or "<path" in text
    assert "#ff0000" in text and "<image" not in text


def test_only_the_picture_of_a_panel_is_drawn_if_it_names_one(panel, tmp_path, monkeypatch):
    part = QWidget(panel)
    part.resize(20, 10)
    monkeypatch.setattr(type(panel), "picture", part)
    export_panel(panel, tmp_path / "a.png")
    assert QImage(str(tmp_path / "a.png")).width() == 40


def test_arrays_with_the_same_rows_make_one_table(panel, tmp_path):
    assert export_panel(panel, tmp_path / "a.csv") == [tmp_path / "a.csv"]
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    assert names == ["frame", "cause_0", "cause_1", "shape"]
    assert [row[0] for row in rows] == ["0", "1", "2", "3"]
    assert [row[3] for row in rows] == TABLE["shape"].tolist()
    causes = np.array([row[1:3] for row in rows], dtype=np.float32)
    np.testing.assert_array_equal(causes, TABLE["cause"])
    assert rows[0][1] == "0.1"


def test_arrays_with_other_rows_get_a_table_each(panel, tmp_path):
    panel.numbers = {"A": np.eye(3), "gamma": np.ones(5), "cube": np.zeros((2, 2, 2))}
    written = export_panel(panel, tmp_path / "a.csv")
    assert sorted(path.name for path in written) == ["a-A.csv", "a-cube.csv", "a-gamma.csv"]
    assert (tmp_path / "a-cube.csv").read_text().splitlines()[0] == (
        "cube_0_0,cube_0_1,cube_1_0,cube_1_1"
    )
    np.testing.assert_array_equal(
        np.loadtxt(tmp_path / "a-A.csv", delimiter=",", skiprows=1), np.eye(3)
    )


def test_an_npz_holds_the_arrays_as_they_are_under_any_name(panel, tmp_path):
    panel.numbers = {**TABLE, "file": np.arange(6).reshape(2, 3)}
    export_panel(panel, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        assert set(archive.files) == {"frame", "cause", "shape", "file"}
        for name, array in panel.numbers.items():
            np.testing.assert_array_equal(archive[name], array)
            assert archive[name].dtype == array.dtype


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


def test_the_dialog_writes_the_kind_chosen_and_keeps_the_folder(panel, tmp_path, kept):
    dialog = export_with_dialog(panel)
    assert len(dialog.nameFilters()) == 4
    assert dialog.defaultSuffix() == "png"
    dialog.filterSelected.emit(export.FILTERS[".csv"])
    assert dialog.defaultSuffix() == "csv"
    dialog.fileSelected.emit(str(tmp_path / "b.csv"))
    dialog.close()
    assert (tmp_path / "b.csv").exists()
    assert kept.value("export/folder") == str(tmp_path)


def test_a_name_without_a_suffix_gets_that_of_the_filter(panel, tmp_path):
    dialog = export_with_dialog(panel)
    dialog.fileSelected.emit(str(tmp_path / "b"))
    dialog.close()
    assert (tmp_path / "b.png").exists()


def test_a_panel_without_numbers_offers_pictures_only(panel):
    panel.numbers = {}
    dialog = export_with_dialog(panel)
    assert len(dialog.nameFilters()) == 2
    dialog.close()


def test_the_dialog_tells_what_went_wrong_and_goes_on(panel, qtbot, tmp_path):
    dialog = export_with_dialog(panel, panel)
    dialog.fileSelected.emit(str(tmp_path / "nowhere" / "b.png"))
    dialog.close()
    box = panel.findChild(QMessageBox)
    assert "could not be written" in box.text()
    box.close()
