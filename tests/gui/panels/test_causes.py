import gc
import subprocess
import sys
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dpcn_app.analysis.fading import Fading
from dpcn_app.gui.panels.causes import CausesPanel, cloud_lines
from dpcn_app.gui.scatter import opengl_probe
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.live.engine_commands import Command, Jump
from tests.helpers.causes_scene import (
    FRAMES,
    a_context,
    a_snapshot,
    a_view,
    live_widgets,
    move_mouse,
    some_causes,
)
from tests.helpers.real_scene import make_context
from tests.helpers.some_scores import some_scores

GOOD, BAD = (
    some_scores(kmeans=0.984, centroid=0.97, silhouette=0.72),
    some_scores(kmeans=0.6, centroid=0.55, silhouette=-0.1),
)


@pytest.fixture
def asked() -> list[Command]:
    return []


@pytest.fixture
def panel(qtbot, asked):
    panel = CausesPanel(a_context(asked))
    qtbot.addWidget(panel)
    panel.resize(800, 400)
    panel.show()
    return panel


def words(figures) -> str:
    return figures.text().replace("\u2011", "-")


def place_of(scatter: SoftwareScatter, frame: int) -> QPoint:
    cloud = scatter.drawing.cloud
    assert cloud is not None
    row = cloud.row(frame)
    assert row is not None
    scene = scatter.drawing.scene(QRectF(scatter.rect()))
    x, y, _ = scatter.drawing.camera.project(cloud.points[row : row + 1], scene)
    return QPoint(round(x[0]), round(y[0]))


def test_one_mode_is_one_scatter_with_its_scores(panel):
    panel.refresh(a_snapshot(a_view("both", scores=GOOD)))
    (column,) = panel.columns
    assert column.title.text() == "Top-down"
    assert words(column.scores).startswith("accuracy 0.98 · nearest 0.97 · tightness 0.72")


def test_while_other_points_have_to_be_inferred_first_none_are_shown(panel):
    known = a_snapshot(a_view("off", scores=GOOD))
    panel.refresh(known)
    settings = replace(known.settings, modes=("coherence", "off"))
    panel.refresh(replace(known, settings=settings, views=()))
    assert [column.title.text() for column in panel.columns] == ["Coherence", "Bottom-up"]
    for column in panel.columns:
        assert column.scatter.drawing.cloud is None or not len(column.scatter.drawing.cloud.points)
        assert "0.98" not in words(column.scores)
    panel.refresh(known)
    (column,) = panel.columns
    assert len(column.scatter.drawing.cloud.points) == FRAMES
    assert "0.98" in words(column.scores)


def test_how_far_noise_has_faded_is_told_where_it_is_known_and_there_is_room(panel):
    view = replace(a_view("prior", scores=GOOD), fading=Fading(0.83, 0.29, 0.73, 0.7, 0.1))
    panel.resize(800, 700)
    panel.refresh(a_snapshot(view, a_view("off", scores=BAD)))
    column, other = panel.columns
    assert words(column.fading) == "noise 0.29 · shape 0.73 · overlap 0.70"
    assert column.fading.isVisible()
    assert panel.data()["prior.noise"] == [0.29]
    panel.resize(800, 200)  # the points need the room
    assert not column.fading.isVisible()
    assert not other.fading.isVisible()  # unknown


def test_titles_and_numbers_of_all_columns_are_aligned(panel):
    views = (a_view("off", scores=BAD), a_view("both", scores=GOOD), a_view("average", scores=GOOD))
    panel.resize(330, 500)
    panel.refresh(a_snapshot(*views))
    panel.grab()  # lays everything out
    for part in ("title", "scores", "scatter"):
        assert len({getattr(column, part).y() for column in panel.columns}) == 1
    assert len({column.title.font().pointSizeF() for column in panel.columns}) == 1


def test_three_columns_fit_a_small_screen(panel):
    panel.refresh(a_snapshot(a_view("off"), a_view("both"), a_view("prior")))
    assert panel.minimumSizeHint().width() <= 380


def test_comparing_shows_two_scatters_each_with_its_own(panel):
    first = a_view("off", scores=BAD)
    panel.refresh(a_snapshot(first, a_view("both", some_causes(1), GOOD)))
    assert [column.title.text() for column in panel.columns] == ["Bottom-up", "Top-down"]
    left, right = panel.columns
    assert words(left.scores).startswith("accuracy 0.60 · nearest 0.55 · tightness −0.10")
    assert words(right.scores).startswith("accuracy 0.98 · nearest 0.97 · tightness 0.72")
    assert left.scatter.grab().toImage() != right.scatter.grab().toImage()


def test_clouds_fill_axes_of_their_own_or_have_a_common_scale_and_say_so(panel):
    small = a_view("both", 0.2 * some_causes(1), GOOD)
    panel.refresh(a_snapshot(a_view("off", scores=BAD), small))

    def axes():
        return [column.scatter.drawing.cloud.axes for column in panel.columns]

    first, second = axes()
    assert first.lengths.max() > 3 * second.lengths.max()
    assert [each.note for each in (first, second)] == 2 * ["own scale (A: one for all)"]
    assert first.short_note == "own scale"
    own = panel.grab().toImage()
    panel.context.overlays.change(common_scale=True)
    first, second = axes()
    np.testing.assert_array_equal(first.lengths, second.lengths)
    assert first.note == second.note == "common scale (A: own)"
    assert panel.grab().toImage() != own
    panel.refresh(a_snapshot(small))
    assert axes()[0].note == ""  # there is nothing to compare it with


def test_axes_are_named_after_the_class_that_a_cause_stands_for(panel):
    snapshot = a_snapshot(a_view("off"))
    snapshot = replace(snapshot, labels=np.arange(FRAMES) % 3)
    causes = np.full((FRAMES, 3), 0.1, np.float32)
    for frame, label in enumerate(snapshot.labels):
        causes[frame, (label + 1) % 3] = 2.0
    panel.refresh(replace(snapshot, views=(a_view("off", causes),)))
    names = panel.columns[0].scatter.drawing.cloud.axes.names
    first, second, third = snapshot.classes
    assert names == (f"cause 1 · {third}", f"cause 2 · {first}", f"cause 3 · {second}")


def test_where_clouds_would_be_tiny_they_have_no_numbers_and_titles_tell_the_accuracy(panel):
    modes = ("off", "both", "prior", "average", "placebo", "coherence")
    panel.resize(420, 260)
    panel.refresh(a_snapshot(*(a_view(mode, scores=GOOD) for mode in modes)))
    assert [column.title.text() for column in panel.columns][:2] == [
        "Bottom-up 0.98",
        "Top-down 0.98",
    ]
    assert all(column.scores.isHidden() for column in panel.columns)
    panel.resize(900, 900)
    assert [column.title.text() for column in panel.columns][:2] == ["Bottom-up", "Top-down"]
    assert not any(column.scores.isHidden() for column in panel.columns)


@pytest.mark.parametrize(
    ("count", "size", "lines"),
    [(1, (400, 400), 1), (2, (420, 400), 1), (6, (420, 420), 2), (6, (1200, 260), 1)],
)
def test_many_modes_stand_in_a_grid_and_no_dock_grows(panel, count, size, lines):
    smallest = panel.minimumSizeHint()
    modes = ("off", "both", "prior", "average", "placebo", "coherence")
    panel.resize(*size)
    panel.refresh(a_snapshot(*(a_view(mode, scores=GOOD) for mode in modes[:count])))
    QApplication.processEvents()
    places = [column.geometry() for column in panel.columns]
    assert len({place.top() for place in places}) == lines
    assert all(panel.rect().contains(place) for place in places)
    assert panel.minimumSizeHint() == smallest
    panel.refresh(a_snapshot(a_view("off")))
    QApplication.processEvents()
    assert panel.columns[0].size() == panel.size()


def test_scatters_are_kept_from_frame_to_frame(panel):
    panel.refresh(a_snapshot(a_view("off"), a_view("both")))
    before = [column.scatter for column in panel.columns]
    panel.refresh(a_snapshot(a_view("off"), a_view("average"), frame=4))
    assert [column.scatter for column in panel.columns] == before
    assert panel.columns[1].title.text() == "Moving average"
    assert before[0].drawing.cloud.current == 4
    panel.refresh(a_snapshot(a_view("off")))
    assert [column.scatter for column in panel.columns] == before[:1]


def test_scores_that_are_not_known_are_dashes(panel):
    panel.refresh(a_snapshot(a_view(scores=None)))
    shown = words(panel.columns[0].scores)
    assert shown.startswith("accuracy — · nearest — · tightness —")
    assert not any(letter.isdigit() for letter in shown)
    panel.refresh(a_snapshot(a_view(scores=GOOD)))
    assert "0.98" in words(panel.columns[0].scores)


def test_progress_is_shown_until_all_frames_are_inferred(panel):
    causes = some_causes()
    causes[12:] = np.nan
    panel.refresh(a_snapshot(a_view("off", causes)))
    bar = panel.columns[0].bar
    assert bar.share == pytest.approx(12 / FRAMES)
    assert bar.toolTip() == "12 of 30 frames inferred"
    assert len(panel.columns[0].scatter.drawing.cloud.points) == 12
    busy = bar.grab().toImage()
    panel.refresh(a_snapshot(a_view()))
    assert bar.share == 1 and bar.grab().toImage() != busy


def test_before_anything_is_inferred_there_is_a_hint(panel):
    waiting = panel.grab().toImage()
    ground = panel.columns[0].scatter.drawing.theme.surface
    area = panel.columns[0].scatter.geometry()
    middle = waiting.copy(area.adjusted(0, area.height() // 2 - 20, 0, -area.height() // 2 + 20))
    colours = {middle.pixelColor(x, y).name() for x in range(middle.width()) for y in range(40)}
    assert colours - {ground}
    panel.refresh(a_snapshot())  # the engine is still loading
    panel.refresh(a_snapshot(a_view("off", np.full((FRAMES, 3), np.nan))))
    assert panel.columns[0].scatter.drawing.empty
    panel.grab()


@pytest.mark.parametrize("width", [1, 2, 3, 8])
def test_networks_with_any_number_of_causes_can_be_shown(panel, width):
    panel.refresh(a_snapshot(a_view("off", some_causes(width=width))))
    panel.grab()
    cloud = panel.columns[0].scatter.drawing.cloud
    assert cloud.points.shape == (FRAMES, 3)
    assert cloud.axes.principal is (width > 3)


def test_a_click_goes_to_the_frame(panel, asked):
    panel.refresh(a_snapshot(a_view(), a_view("both", some_causes(3))))
    panel.grab()
    for column in panel.columns:
        spread = replace(column.scatter.drawing.cloud, points=np.eye(3) * 0.4, frames=np.arange(3))
        column.scatter.show_cloud(replace(spread, labels=np.arange(3), read=np.arange(3)))
        QTest.mouseClick(column.scatter, Qt.MouseButton.LeftButton, pos=place_of(column.scatter, 2))
    assert asked == [Jump(2), Jump(2)]


def test_a_frame_pointed_at_is_named_in_the_other_scatter_too(panel):
    panel.refresh(a_snapshot(a_view(), a_view("both", some_causes(3))))
    panel.grab()
    left, right = (column.scatter for column in panel.columns)
    move_mouse(left, place_of(left, 7))
    assert left.drawing.marked is not None
    assert right.drawing.marked == left.drawing.marked


def test_all_scatters_share_one_camera(panel):
    panel.refresh(a_snapshot(a_view(), a_view("both")))
    before = [column.scatter.grab().toImage() for column in panel.columns]
    panel.camera.turn(40, 5)
    after = [column.scatter.grab().toImage() for column in panel.columns]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_a_theme_is_taken_on(panel):
    panel.refresh(a_snapshot(a_view(scores=GOOD)))
    before = panel.grab().toImage()
    panel.context.themes.choose("projector")
    assert panel.grab().toImage() != before
    assert panel.columns[0].scatter.drawing.theme.name == "projector"
    panel.context.themes.choose("dark")


def test_the_numbers_behind_the_drawing_can_be_exported(panel):
    assert panel.data() == {}
    view = a_view("both")
    panel.refresh(a_snapshot(a_view("off"), view))
    data = panel.data()
    modes = ["off.causes", "off.frames", "both.causes", "both.frames"]
    assert list(data) == ["frame", "label", "class", *modes]
    np.testing.assert_array_equal(data["both.causes"], view.causes)
    np.testing.assert_array_equal(data["frame"], np.arange(1, FRAMES + 1))
    assert panel.table().keys() == {"frame", "class", "off.cause", "both.cause"}


def test_what_is_exported_with_opengl_is_a_twin_in_software(panel, monkeypatch):
    panel.refresh(a_snapshot(a_view(scores=GOOD), a_view("both", some_causes(1)), frame=3))
    panel.camera.turn(30, 5)
    assert panel.picture is panel
    fake = type(sys)("fake")
    fake.OpenGLScatter = type("Fake", (SoftwareScatter,), {"failed": Signal(str)})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dpcn_app.gui.scatter.opengl", fake)
    QApplication.processEvents()  # the second column finds its place
    before = panel.grab().toImage()
    panel.use_gl("4.5")
    assert panel.picture is not panel
    assert panel.picture.grab().toImage() == before


def test_the_renderer_is_named_with_its_reason(panel):
    assert panel.renderer == "3-D: software"
    panel.use_software("platform “offscreen” has no OpenGL")
    assert panel.renderer == "3-D: software (platform “offscreen” has no OpenGL)"


def test_opengl_that_cannot_be_had_leaves_the_software_view(panel, monkeypatch):
    panel.refresh(a_snapshot(a_view(), a_view("both")))
    monkeypatch.setitem(sys.modules, "dpcn_app.gui.scatter.opengl", None)  # importing it fails
    panel.use_gl("4.5")
    assert all(isinstance(column.scatter, SoftwareScatter) for column in panel.columns)
    assert panel.renderer.startswith("3-D: software (OpenGL failed: ")


def test_a_view_that_fails_while_it_paints_is_replaced(panel, qtbot, asked, monkeypatch):
    class Failing(SoftwareScatter):
        failed = Signal(str)

    fake = type(sys)("fake")
    fake.OpenGLScatter = Failing  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dpcn_app.gui.scatter.opengl", fake)
    panel.refresh(a_snapshot(a_view()))
    panel.use_gl("4.5, a card")
    assert panel.renderer == "3-D: OpenGL (4.5, a card)"
    broken = panel.columns[0].scatter
    monkeypatch.setattr(
        "dpcn_app.gui.panels.causes.SoftwareScatter", type("Plain", (SoftwareScatter,), {})
    )
    broken.failed.emit("out of memory")
    qtbot.waitUntil(lambda: panel.columns[0].scatter is not broken)
    assert panel.renderer == "3-D: software (OpenGL failed: out of memory)"
    assert len(panel.columns[0].scatter.drawing.cloud.points) == FRAMES


def test_software_asked_for_stays(qtbot, asked):
    panel = CausesPanel(a_context(asked), use_gl=False)
    qtbot.addWidget(panel)
    panel.upgrade_to_gl()
    assert panel.renderer == "3-D: software (as asked for)"


@pytest.mark.parametrize("works", [True, False])
def test_an_upgrade_asks_the_probe_first_and_tells_the_end(panel, qtbot, monkeypatch, works):
    fake = type(sys)("fake")
    fake.OpenGLScatter = type("Fake", (SoftwareScatter,), {"failed": Signal(str)})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dpcn_app.gui.scatter.opengl", fake)
    monkeypatch.setattr(opengl_probe, "probe", lambda: (works, "so it says"))
    with qtbot.waitSignal(panel.status_changed) as heard:
        panel.upgrade_to_gl()
    assert heard.args == [f"3-D: {'OpenGL' if works else 'software'} (so it says)"]


def test_an_upgrade_where_there_is_no_screen_changes_nothing_but_says_why(panel):
    panel.upgrade_to_gl()
    assert panel.renderer == "3-D: software (platform “offscreen” has no OpenGL)"
    assert isinstance(panel.columns[0].scatter, SoftwareScatter)


def test_opened_and_closed_ten_times_nothing_is_left(qtbot, asked):
    context = a_context(asked)
    before = live_widgets()
    seen: list[weakref.ref[QWidget]] = []
    for _ in range(10):
        panel = CausesPanel(context)
        panel.show()
        panel.refresh(a_snapshot(a_view(), a_view("both")))
        panel.refresh(a_snapshot(a_view()))
        panel.grab()
        seen += [weakref.ref(panel), weakref.ref(panel.columns[0].scatter)]
        panel.close()
        panel.deleteLater()
        del panel
    assert live_widgets() == before
    gc.collect()
    assert all(reference() is None for reference in seen)


def test_the_panel_is_there_without_pyqtgraph_numba_or_scipy():
    code = (
        "import sys, dpcn_app.gui.panels.causes; "
        "print([name for name in ('pyqtgraph', 'OpenGL', 'numba', 'scipy') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize(("count", "lines"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_clouds_stand_in_as_many_lines_as_leave_room_for_the_names_of_their_axes(count, lines):
    usual_dock, title = (500, 290), 27
    assert cloud_lines(count, *usual_dock, title)[0] == lines


def test_a_verdict_has_as_many_lines_as_it_needs_in_a_narrow_panel(qtbot):
    panel = CausesPanel(make_context(), use_gl=False)
    qtbot.addWidget(panel)
    words = "“Prior” is more accurate than a plain moving average, with tighter clusters. " * 2
    panel.resize(1200, 500)
    wide = panel._verdict_lines(words)
    panel.resize(340, 500)
    narrow = panel._verdict_lines(words)
    assert wide == 2 < narrow <= 6
    metrics, wrapped = panel.control.fontMetrics(), Qt.TextFlag.TextWordWrap.value
    text, line = (metrics.boundingRect(0, 0, 340, 999, wrapped, each) for each in (words, "one"))
    assert text.height() <= narrow * line.height()
