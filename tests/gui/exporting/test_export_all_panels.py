"""Every panel of the window can be exported: one file each, on white, counted from 1."""

import csv
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from dpcn_app.gui.exporting.export import export_panel
from dpcn_app.gui.exporting.picture_files import MARGIN
from dpcn_app.live.engine_commands import Change, StartTraining, Step
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.training.presets import preset
from tests.helpers.hand_driven import HandDriven, show_window
from tests.helpers.small_study import done_study

PANELS = (
    "stage",
    "causes",
    "dictionary",
    "fields",
    "transitions",
    "gabors",
    "layers",
    "why",
    "network",
    "microscope",
    "top-units",
    "eyes-closed",
    "training",
    "states",
    "study",
)
FRAMES = 120


@pytest.fixture(scope="module")
def window(qapp, tmp_path_factory):
    """Return a window in which a network was trained, an atom and a cause are selected."""

    class Bot:
        def addWidget(self, widget):
            pass

        def waitExposed(self, widget):
            return nullcontext()

    settings = Settings(source=shapes_source(frames=FRAMES), modes=("off", "both"))
    window = show_window(Bot(), settings)
    window.resize(1500, 940)
    window.ask(StartTraining(preset("shapes-easy"), 60, 1))
    window.ask(Step(20))
    window.update_all()
    window.context.selection.select_cause(0, 3)
    window.context.selection.select_atom(5)
    assert window.snapshot is not None
    window.files.open(done_study(tmp_path_factory.mktemp("study")))
    for name in PANELS[1:]:
        window.show_panel(name)
        panel_of(window, name).refresh(window.snapshot)
    yield window
    window.close()
    window.deleteLater()


def behind_closed_eyes(window: HandDriven):
    """Return the snapshot that there would be had the eyes been closed at frame 21."""
    settings = window.settings.current
    window.controller.handle(Change(replace(settings, closed=20)))
    try:
        return window.controller.snapshot()
    finally:
        window.controller.handle(Change(settings))


def panel_of(window: HandDriven, name: str):
    if name == "stage":
        return window.stage
    return window.pages.panels.get(name) or window.docks[name].panel


@pytest.fixture
def panel(window, request, qtbot):
    panel = panel_of(window, request.param)
    if request.param in window.pages.panels:
        window.pages.open(request.param)
    else:
        window.pages.close()
        window.show_panel(request.param)
        window.update_all()  # with what the panel has asked for when it came into view

    shown = behind_closed_eyes(window) if panel.name == "eyes-closed" else window.snapshot

    def has_numbers() -> bool:
        panel.refresh(shown)  # which takes what a thread has made meanwhile
        return bool(panel.data())

    qtbot.waitUntil(has_numbers, timeout=60_000)
    return panel


def test_these_are_all_panels(window):
    assert set(PANELS) == {"stage", *window.docks, *window.pages.panels}


@pytest.mark.parametrize("panel", PANELS, indirect=True)
def test_a_table_is_one_file_of_whole_rows(panel, tmp_path):
    export_panel(panel, tmp_path / "a.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    assert len(set(names)) == len(names) and rows
    assert {len(row) for row in rows} == {len(names)}
    for name in {"frame", "atom", "cause", "unit", "row", "step"} & set(names):
        first = float(rows[0][names.index(name)])
        assert first == 21 if (panel.name, name) == ("stage", "frame") else first in (0, 1), name


@pytest.mark.parametrize("panel", PANELS, indirect=True)
def test_an_npz_has_every_array(panel, tmp_path):
    export_panel(panel, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        assert set(archive.files) == set(panel.data())


@pytest.mark.parametrize("panel", PANELS, indirect=True)
def test_a_picture_is_on_white_with_a_margin_and_leaves_the_window_dark(panel, window, tmp_path):
    before = panel.grab().toImage()
    export_panel(panel, tmp_path / "a.png")
    image = QImage(str(tmp_path / "a.png"))
    width, height, edge = image.width(), image.height(), 2 * MARGIN
    around = [(x, y) for x in range(0, width, 3) for y in (0, edge - 1, height - edge, height - 1)]
    around += [(x, y) for y in range(0, height, 3) for x in (0, edge - 1, width - edge, width - 1)]
    assert {image.pixelColor(x, y).name() for x, y in around} == {"#ffffff"}
    inside = [image.pixelColor(x, y) for x in range(0, width, 5) for y in range(0, height, 5)]
    bright = np.mean([colour.lightness() > 200 for colour in inside])
    coloured = {"stage": 0.3, "top-units": 0.3, "study": 0.15}  # whose pictures fill them
    assert bright > coloured.get(panel.name, 0.6), bright
    assert window.context.themes.current.name == "dark"
    if panel.name != "states":  # which goes on playing
        assert panel.grab().toImage() == before


@pytest.mark.parametrize("panel", PANELS, indirect=True)
def test_a_drawing_is_on_white(panel, tmp_path):
    export_panel(panel, tmp_path / "a.svg")
    renderer = QSvgRenderer(str(tmp_path / "a.svg"))
    assert renderer.isValid()
    image = QImage(renderer.viewBox().size(), QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    with QPainter(image) as painter:
        renderer.render(painter)
    assert image.pixelColor(1, 1) == QColor("white")


def test_the_causes_of_every_frame_stand_beside_its_class_and_the_scores(window, tmp_path):
    export_panel(panel_of(window, "causes"), tmp_path / "a.csv")
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["frame"] for row in rows] == [str(n) for n in range(1, FRAMES + 1)]
    snapshot = window.snapshot
    assert [row["class"] for row in rows] == [snapshot.classes[at] for at in snapshot.labels]
    for view in snapshot.views:
        assert {float(row[f"{view.mode}.accuracy"]) for row in rows} == {view.scores.kmeans}
        assert {float(row[f"{view.mode}.noise"]) for row in rows} == {view.fading.leak}
        causes = [[float(row[f"{view.mode}.cause_{n}"]) for n in (1, 2, 3)] for row in rows]
        np.testing.assert_array_equal(np.array(causes, np.float32), view.causes)
