"""The stage: which pictures are drawn where, what is laid over them, and the region on a video."""

import re
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QToolTip

from dpcn_app.gui import equations
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.stage.region import region_box, smallest_region
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import THEMES, ThemeModel
from dpcn_app.live.commands import Jump
from dpcn_app.live.controller import Controller
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.measures import FADING
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.preprocess import WHOLE
from tests.helpers import real_scene
from tests.helpers.causes_scene import move_mouse
from tests.helpers.file_scene import write_film
from tests.helpers.real_scene import make_context, picture, widgets_left_by

SHORT = shapes_source(frames=40)
ALONE = ["Input", "Reconstruction", "Prediction", "Residual"]
SIZE = (1200, 700)
FILM = (48, 80)
REGION = (8, 16, 40, 48)
"""Of the film's frames: top, left, height and width."""


@cache
def watched(settings: Settings, frame: int = 20) -> Snapshot:
    """Return the snapshot of a frame when the whole video is inferred."""
    controller = Controller(settings, playing=False)
    try:
        while controller.work(0.1) is not None:
            pass
        controller.handle(Jump(frame))
        return controller.snapshot()
    finally:
        controller.close()


def alone(surprise: bool = False) -> Snapshot:
    return watched(Settings(source=SHORT, surprise=surprise))


def compared(surprise: bool = False) -> Snapshot:
    if surprise:
        return watched(Settings(source=SHORT, modes=("off", "both"), surprise=True))
    return real_scene.snapshots()[0]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_film(tmp_path_factory.mktemp("films") / "film.npy", shape=FILM))


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> StagePanel:
    panel = StagePanel(context)
    qtbot.addWidget(panel)
    panel.resize(*SIZE)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def with_film(panel: StagePanel, film: str) -> StagePanel:
    """The stage with a region of a film on it."""
    settings = Settings(source=film, noise=0.0, region=REGION, scale=1.0)
    panel.refresh(watched(settings))
    panel.grab()
    return panel


def boxes(panel: StagePanel, name: str) -> list[QRectF]:
    """Return where pictures of a name are drawn."""
    panel.grab()
    return [box for box, each in panel._boxes if each == name]


def names(panel: StagePanel) -> list[str]:
    """Return the names of all pictures in the order in which they are drawn."""
    panel.grab()
    return [name for _, name in panel._boxes]


def words(panel: StagePanel) -> list[str]:
    """Return all words on the stage, read from a drawing in which they remain words."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(panel.size())
    painter = QPainter(generator)
    panel.render(painter, QPoint(0, 0))
    painter.end()
    drawn = bytes(buffer.data().data()).decode()
    return [found.strip() for found in re.findall(r"<text[^>]*>(.*?)</text>", drawn, re.DOTALL)]


def shades(drawn: QImage, box: QRectF, shape: tuple[int, ...]) -> np.ndarray:
    """Return the green in the middle of every pixel of a picture that is fitted into a box."""
    unit = min(box.width() / shape[1], box.height() / shape[0])
    left = box.center().x() - unit * shape[1] / 2
    top = box.center().y() - unit * shape[0] / 2
    rows = [
        [
            drawn.pixelColor(int(left + (x + 0.5) * unit), int(top + (y + 0.5) * unit)).green()
            for x in range(shape[1])
        ]
        for y in range(shape[0])
    ]
    return np.array(rows)


def grey(image: np.ndarray, high: float = 1.0) -> np.ndarray:
    """Return the shades of an image from black to white."""
    return np.clip(image * (255 / high), 0, 255).astype(np.uint8)


def changed(one: QImage, other: QImage) -> list[QPointF]:
    """Return the pixels in which two drawings differ."""
    assert one.size() == other.size()
    size = one.size()
    arrays = []
    for image in (one, other):
        plain = image.convertToFormat(QImage.Format.Format_RGB32)
        arrays.append(np.frombuffer(plain.constBits(), np.uint32).copy())
    rows, across = np.nonzero((arrays[0] != arrays[1]).reshape(size.height(), size.width()))
    return [QPointF(int(x), int(y)) for y, x in zip(rows, across, strict=True)]


def within(points: list[QPointF], *places: QRectF) -> bool:
    """Whether there are points, and all of them lie in one of some places, or on its border."""
    wider = [place.adjusted(-2, -2, 2, 2) for place in places]
    return bool(points) and all(any(place.contains(at) for place in wider) for at in points)


def colour_count(drawn: QImage, colour: str) -> int:
    """Count the pixels of a colour."""
    wanted = QColor(colour).rgb()
    seen = Counter(drawn.pixel(x, y) for y in range(drawn.height()) for x in range(drawn.width()))
    return seen[wanted]


def equation_at(panel: StagePanel, at: QPointF, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """Return the quantity whose equation is shown when the pointer rests somewhere."""
    shown: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(equations, "equation_tooltip", lambda key: key)
        patch.setattr(QToolTip, "showText", lambda at, text, widget: shown.append(text))
        place = at.toPoint()
        QApplication.sendEvent(panel, QHelpEvent(QEvent.Type.ToolTip, place, place))
    return shown[0] if shown else None


# --- before anything is inferred ------------------------------------------------------------------


def test_before_there_is_anything_it_says_that_the_video_is_opened(panel: StagePanel) -> None:
    assert words(panel) == ["Opening the video …"]
    assert panel.data() == {}


def test_the_first_frame_is_seen_while_the_rest_is_loading(panel: StagePanel) -> None:
    opening = first_snapshot(Settings())
    panel.refresh(opening)
    assert names(panel) == ALONE
    drawn = picture(panel)
    image = opening.frame.image
    found = shades(drawn, boxes(panel, "Input")[0], image.shape)
    np.testing.assert_array_equal(found, grey(image))
    assert words(panel).count("loading …") == 3
    assert set(panel.data()) <= {"input", "clean"}


def test_a_file_is_seen_whole_while_the_rest_is_loading(panel: StagePanel, film: str) -> None:
    panel.refresh(first_snapshot(Settings(source=film, noise=0.0)))
    assert names(panel) == ["Video", *ALONE]
    assert words(panel).count("loading …") == 3


def test_at_the_start_of_a_video_nothing_was_expected_yet(panel: StagePanel) -> None:
    panel.refresh(watched(Settings(source=SHORT), 0))
    assert words(panel).count("nothing yet") == 1
    assert "off.prediction" not in panel.data()


# --- pictures and their places --------------------------------------------------------------------


def test_one_way_of_watching_shows_four_pictures_each_with_its_name_and_meaning(
    panel: StagePanel,
) -> None:
    panel.refresh(alone())
    assert names(panel) == ALONE
    told = words(panel)
    assert [each for each in told if each in ALONE] == ALONE
    assert {"what it sees", "what it makes of it", "what was expected", "what is left over"} <= set(
        told
    )


def test_each_picture_shows_what_its_name_says(panel: StagePanel) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    drawn, view, shape = picture(panel), snapshot.views[0], snapshot.frame.image.shape
    assert view.prediction is not None
    for name, expected in (
        ("Input", grey(snapshot.frame.image)),
        ("Reconstruction", grey(view.reconstruction)),
        ("Prediction", grey(view.prediction, max(0.15, float(view.prediction.max())))),
    ):
        found = shades(drawn, boxes(panel, name)[0], shape)
        assert np.abs(found - expected.astype(int)).max() <= 1, name


def test_what_is_left_over_is_blue_where_too_much_was_made_and_orange_where_too_little(
    panel: StagePanel,
) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    drawn, residual = picture(panel), snapshot.views[0].residual
    box = boxes(panel, "Residual")[0]
    unit = box.width() / residual.shape[1]

    def colour(flat: int) -> QColor:
        y, x = np.unravel_index(flat, residual.shape)
        return drawn.pixelColor(
            int(box.left() + (x + 0.5) * unit), int(box.top() + (y + 0.5) * unit)
        )

    most, least = colour(int(residual.argmax())), colour(int(residual.argmin()))
    assert most.red() > most.blue() + 20
    assert least.blue() > least.red() + 20


@pytest.mark.parametrize("size", [(1600, 300), (900, 900), (420, 1000), (320, 120)])
def test_at_any_size_pictures_lie_within_the_stage_and_not_over_each_other(
    panel: StagePanel, film: str, size: tuple[int, int]
) -> None:
    panel.resize(*size)
    film_settings = Settings(source=film, noise=0.0)
    for snapshot in (alone(), compared(), watched(film_settings)):
        panel.refresh(snapshot)
        panel.grab()
        stage = QRectF(panel.rect()).adjusted(-1, -1, 1, 1)
        found = [box for box, _ in panel._boxes]
        assert all(stage.contains(box) for box in found)
        assert not any(one.intersects(other) for one, other in combinations(found, 2))


def test_several_ways_stand_side_by_side_beside_the_frame_and_the_clean_one(
    panel: StagePanel,
) -> None:
    snapshot = compared()
    panel.refresh(snapshot)
    each = ["Reconstruction", "Prediction", "Residual"]
    assert names(panel) == ["Input", "Clean", *each, *each]
    assert [each for each in words(panel) if each in ("Input", "Top-down", "Bottom-up")] == [
        "Input",
        "Top-down",
        "Bottom-up",
    ]
    (frame,), ways = boxes(panel, "Input"), boxes(panel, "Reconstruction")
    assert frame.right() < ways[0].left() < ways[0].right() < ways[1].left()
    assert frame.top() == ways[0].top() == ways[1].top()
    drawn = picture(panel)
    for box, view in zip(ways, snapshot.views, strict=True):
        found = shades(drawn, box, view.reconstruction.shape)
        assert np.abs(found - grey(view.reconstruction).astype(int)).max() <= 1
    assert snapshot.frame.clean is not None
    clean = shades(drawn, boxes(panel, "Clean")[0], snapshot.frame.clean.shape)
    assert np.abs(clean - grey(snapshot.frame.clean).astype(int)).mean() < 8


def test_in_a_comparison_numbers_tell_how_far_noise_has_faded(panel: StagePanel) -> None:
    panel.refresh(compared())
    told = words(panel)
    fading = compared().views[0].fading
    assert fading is not None
    for name in FADING:
        assert told.count(name) == 2


def test_a_new_frame_is_drawn_in_place_of_the_last(panel: StagePanel) -> None:
    one, other = real_scene.snapshots()
    panel.refresh(one)
    before = picture(panel)
    panel.refresh(other)
    after = picture(panel)
    assert after != before
    panel.refresh(one)
    assert picture(panel) == before


# --- files ----------------------------------------------------------------------------------------


def test_a_file_shows_its_whole_frame_first_and_larger_than_the_rest(
    with_film: StagePanel,
) -> None:
    with_film.resize(1600, 600)
    assert names(with_film) == ["Video", *ALONE]
    (video,), others = boxes(with_film, "Video"), [boxes(with_film, each)[0] for each in ALONE]
    assert all(video.right() < other.left() for other in others)
    assert all(video.height() > 1.5 * other.height() for other in others)


def test_the_region_that_the_network_sees_is_framed_on_the_whole_frame(
    with_film: StagePanel,
) -> None:
    drawn, accent = picture(with_film), QColor(with_film.context.themes.current.accent)
    video = with_film._video_box
    assert video is not None
    framed = region_box(REGION, video, FILM)
    for at in (
        QPointF(framed.left(), framed.center().y()),
        QPointF(framed.right(), framed.center().y()),
        QPointF(framed.center().x(), framed.top()),
    ):
        assert drawn.pixelColor(at.toPoint()) == accent
    assert drawn.pixelColor(framed.center().toPoint()) != accent


def test_the_input_of_a_file_is_the_region_alone(with_film: StagePanel) -> None:
    snapshot = with_film.snapshot
    assert snapshot is not None and snapshot.frame.before is not None
    top, left, height, width = REGION
    region = snapshot.frame.before[top : top + height, left : left + width]
    found = shades(picture(with_film), boxes(with_film, "Input")[0], region.shape)
    assert np.abs(found - grey(region).astype(int)).max() <= 1


def test_noise_on_a_file_is_told_in_decibels_above_input_and_reconstruction(
    panel: StagePanel, film: str
) -> None:
    noisy = Settings(source=film, noise_kind="gaussian", noise=0.2)
    panel.refresh(watched(noisy))
    assert sum(each.startswith("PSNR") for each in words(panel)) == 2
    panel.refresh(
        watched(Settings(source=film, noise_kind="gaussian", noise=0.2, modes=("off", "both")))
    )
    assert words(panel).count("PSNR") == 3


def test_several_ways_of_watching_a_file_keep_its_whole_frame(panel: StagePanel, film: str) -> None:
    panel.refresh(watched(Settings(source=film, noise=0.0, modes=("off", "both"))))
    assert names(panel)[:2] == ["Input", "Video"]
    assert "Clean" not in names(panel)


def test_pictures_around_zero_are_grey_where_they_are_zero(panel: StagePanel, film: str) -> None:
    """The network for natural scenes sees normalised contrast, darker than zero and lighter."""
    snapshot = watched(Settings(model="natural", source=film, noise=0.0))
    panel.refresh(snapshot)
    image = snapshot.frame.image
    assert image.min() < 0 < image.max()
    box = boxes(panel, "Input")[0]
    found = shades(picture(panel), box, image.shape)
    limit = 3 * float(image.std())
    expected = np.clip((image + limit) * (255 / (2 * limit)), 0, 255)
    assert np.abs(found - expected).mean() < 6


# --- region of interest ---------------------------------------------------------------------------


def drag(qtbot, panel: StagePanel, start: QPointF, end: QPointF) -> list[tuple[int, ...]]:
    """Drag with the left button and return the regions that were chosen."""
    chosen: list[tuple[int, ...]] = []
    panel.region_chosen.connect(chosen.append)
    qtbot.mousePress(panel, Qt.MouseButton.LeftButton, pos=start.toPoint())
    move_mouse(panel, end.toPoint(), pressed=True)
    qtbot.mouseRelease(panel, Qt.MouseButton.LeftButton, pos=end.toPoint())
    panel.region_chosen.disconnect(chosen.append)
    return chosen


def at(panel: StagePanel, down: float, across: float) -> QPointF:
    """Return the place of a pixel of the film on its whole frame."""
    box = panel._video_box
    assert box is not None
    return QPointF(
        box.left() + across / FILM[1] * box.width(), box.top() + down / FILM[0] * box.height()
    )


def test_a_region_is_dragged_on_the_whole_frame(qtbot, with_film: StagePanel) -> None:
    (chosen,) = drag(qtbot, with_film, at(with_film, 6, 10), at(with_film, 46, 70))
    np.testing.assert_allclose(chosen, (6, 10, 40, 60), atol=1)


def test_a_drag_that_ends_outside_keeps_within_the_frame(qtbot, with_film: StagePanel) -> None:
    start = at(with_film, 8, 30)
    (chosen,) = drag(qtbot, with_film, start, QPointF(with_film.width() - 1, 0))
    top, left, height, width = chosen
    assert top >= 0 and top + height <= FILM[0]
    assert left + width == FILM[1]


def test_a_small_drag_grows_to_what_one_unit_needs(qtbot, with_film: StagePanel) -> None:
    assert with_film.snapshot is not None
    (chosen,) = drag(qtbot, with_film, at(with_film, 20, 40), at(with_film, 23, 43))
    assert chosen[2:] == smallest_region(with_film.snapshot)


def test_while_it_is_dragged_the_new_region_is_framed(qtbot, with_film: StagePanel) -> None:
    before = picture(with_film)
    start, end = at(with_film, 4, 4), at(with_film, 46, 76)
    qtbot.mousePress(with_film, Qt.MouseButton.LeftButton, pos=start.toPoint())
    move_mouse(with_film, end.toPoint(), pressed=True)
    dragging = picture(with_film)
    assert with_film._video_box is not None
    assert within(changed(before, dragging), with_film._video_box)
    qtbot.mouseRelease(with_film, Qt.MouseButton.LeftButton, pos=end.toPoint())
    assert picture(with_film) == before  # until the engine has taken the region


def test_a_click_chooses_no_region_and_a_double_click_the_one_that_suits(
    qtbot, with_film: StagePanel
) -> None:
    place = at(with_film, 20, 40)
    assert drag(qtbot, with_film, place, place) == []
    with qtbot.waitSignal(with_film.region_chosen) as chosen:
        qtbot.mouseDClick(with_film, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert chosen.args == [WHOLE]


def test_nothing_is_dragged_beside_the_whole_frame_nor_with_another_button(
    qtbot, with_film: StagePanel
) -> None:
    beside = boxes(with_film, "Input")[0]
    assert drag(qtbot, with_film, beside.topLeft(), beside.center()) == []
    chosen: list[tuple[int, ...]] = []
    with_film.region_chosen.connect(chosen.append)
    qtbot.mouseDClick(with_film, Qt.MouseButton.LeftButton, pos=beside.center().toPoint())
    start, end = at(with_film, 6, 10).toPoint(), at(with_film, 46, 70).toPoint()
    qtbot.mousePress(with_film, Qt.MouseButton.RightButton, pos=start)
    qtbot.mouseRelease(with_film, Qt.MouseButton.RightButton, pos=end)
    assert chosen == []


def test_shapes_have_no_region_to_drag(qtbot, panel: StagePanel) -> None:
    panel.refresh(alone())
    panel.grab()
    box = boxes(panel, "Input")[0]
    assert drag(qtbot, panel, box.topLeft() + QPointF(5, 5), box.center()) == []


def test_after_a_file_shapes_have_no_region_to_drag_either(qtbot, with_film: StagePanel) -> None:
    start, end = at(with_film, 6, 10), at(with_film, 46, 70)
    with_film.refresh(alone())
    with_film.grab()
    assert drag(qtbot, with_film, start, end) == []


def test_the_pointer_is_a_cross_where_a_region_can_be_dragged(with_film: StagePanel) -> None:
    move_mouse(with_film, at(with_film, 20, 40).toPoint())
    assert with_film.cursor().shape() == Qt.CursorShape.CrossCursor
    move_mouse(with_film, boxes(with_film, "Input")[0].center().toPoint())
    assert with_film.cursor().shape() == Qt.CursorShape.ArrowCursor


# --- what is laid over the pictures ---------------------------------------------------------------


@pytest.mark.parametrize("several", [False, True], ids=["one way", "two ways"])
def test_the_grid_is_drawn_over_the_input_alone(panel: StagePanel, several: bool) -> None:
    panel.refresh(compared() if several else alone())
    before = picture(panel)
    panel.show_grid(True)
    assert panel.grid_shown
    assert within(changed(before, picture(panel)), *boxes(panel, "Input"))
    panel.show_grid(False)
    assert picture(panel) == before


@pytest.mark.parametrize("several", [False, True], ids=["one way", "two ways"])
def test_noise_is_outlined_on_input_and_reconstructions(panel: StagePanel, several: bool) -> None:
    snapshot = compared() if several else alone()
    assert snapshot.frame.clean is not None
    assert ((snapshot.frame.image > 0.5) & (snapshot.frame.clean <= 0.5)).any()
    panel.refresh(snapshot)
    before = picture(panel)
    panel.outline_noise(True)
    assert panel.noise_outlined
    outlined = picture(panel)
    places = [*boxes(panel, "Input"), *boxes(panel, "Reconstruction")]
    lines = changed(before, outlined)
    assert within(lines, *places)
    assert all(any(place.contains(at) for at in lines) for place in places)
    assert colour_count(outlined, panel.context.themes.current.warning) > 50
    panel.outline_noise(False)
    assert picture(panel) == before


def test_without_noise_nothing_is_outlined(panel: StagePanel) -> None:
    panel.refresh(watched(Settings(source=SHORT, noise=0.0)))
    before = picture(panel)
    panel.outline_noise(True)
    assert picture(panel) == before


def test_noise_on_a_file_is_not_outlined_for_it_has_no_objects(
    panel: StagePanel, film: str
) -> None:
    panel.refresh(watched(Settings(source=film, noise_kind="gaussian", noise=0.4)))
    before = picture(panel)
    panel.outline_noise(True)
    assert picture(panel) == before


def test_the_selected_atom_is_framed_where_it_is_active(
    panel: StagePanel, context: Context
) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    before = picture(panel)
    active = np.abs(snapshot.views[0].state.layers[0].states).sum(axis=(0, 1))
    context.selection.select_atom(int(active.argmax()))
    places = [*boxes(panel, "Input"), *boxes(panel, "Reconstruction")]
    assert within(changed(before, picture(panel)), *places)
    context.selection.select_atom(int(active.argmin()))
    assert active.min() == 0
    assert picture(panel) == before


def test_surprise_tints_the_input_of_one_way(panel: StagePanel) -> None:
    panel.refresh(alone())
    before = picture(panel)
    panel.refresh(alone(surprise=True))
    tinted = picture(panel)
    (box,) = boxes(panel, "Input")
    in_pictures = [at for at in changed(before, tinted) if at.y() > box.top()]
    assert within(in_pictures, box)
    assert any(
        tinted.pixelColor(at.toPoint()).red() > tinted.pixelColor(at.toPoint()).green() + 60
        for at in in_pictures
    )
    assert "in pink: the surprise" in words(panel)


def test_surprise_stands_in_place_of_what_is_left_over_in_a_comparison(panel: StagePanel) -> None:
    panel.refresh(compared(surprise=True))
    assert names(panel).count("Surprise") == 2
    assert "Residual" not in names(panel)


# --- equations ------------------------------------------------------------------------------------


def test_the_pointer_finds_the_equation_of_a_picture(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(alone())
    panel.grab()
    found = {
        name: equation_at(panel, boxes(panel, name)[0].center(), monkeypatch) for name in ALONE
    }
    assert found == {
        "Input": None,
        "Reconstruction": "reconstruction",
        "Prediction": "expectation",
        "Residual": "reconstruction",
    }
    assert equation_at(panel, QPointF(1, 1), monkeypatch) is None


def test_the_pointer_finds_the_equations_of_surprise_and_of_the_priors_expectation(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(alone(surprise=True))
    assert equation_at(panel, boxes(panel, "Input")[0].center(), monkeypatch) == "surprise"
    panel.refresh(watched(Settings(source=SHORT, modes=("prior",))))
    place = boxes(panel, "Prediction")[0].center()
    assert equation_at(panel, place, monkeypatch) == "prior_expectation"


def test_the_pointer_finds_the_equations_of_the_numbers(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(compared())
    below = boxes(panel, "Reconstruction")[0].bottomLeft() + QPointF(4, 0)
    found = [equation_at(panel, below + QPointF(0, down), monkeypatch) for down in range(40)]
    assert "leak" in found
    assert equations.EQUATIONS.keys() >= {*FADING.values()}


def test_before_there_is_anything_the_pointer_finds_nothing(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert equation_at(panel, QPointF(50, 50), monkeypatch) is None


# --- export, themes, and the end ------------------------------------------------------------------


def test_all_pictures_on_the_stage_can_be_exported(panel: StagePanel) -> None:
    snapshot = compared()
    panel.refresh(snapshot)
    data = panel.data()
    parts = ("reconstruction", "prediction", "residual")
    assert set(data) == {"input", "clean"} | {
        f"{mode}.{part}" for mode in ("both", "off") for part in parts
    }
    np.testing.assert_array_equal(data["input"], snapshot.frame.image)
    for view in snapshot.views:
        np.testing.assert_array_equal(data[f"{view.mode}.reconstruction"], view.reconstruction)
        np.testing.assert_allclose(
            data[f"{view.mode}.residual"], snapshot.frame.image - view.reconstruction, atol=1e-6
        )


def test_surprise_and_the_whole_frame_of_a_file_can_be_exported(
    panel: StagePanel, with_film: StagePanel
) -> None:
    data = with_film.data()
    assert data["video"].shape == FILM
    assert data["input"].shape == REGION[2:]
    panel.refresh(alone(surprise=True))
    assert panel.data()["off.surprise"].shape == (32, 32)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_its_own_ground_and_the_same_pictures(qtbot, film: str, name: str) -> None:
    panel = StagePanel(Context(ThemeModel(name), Selection(), Camera(), lambda command: None))
    qtbot.addWidget(panel)
    panel.resize(*SIZE)
    panel.show()
    panel.grid_shown = panel.noise_outlined = True
    film_settings = Settings(source=film, noise=0.0)
    for snapshot in (alone(surprise=True), compared(), watched(film_settings)):
        panel.refresh(snapshot)
        drawn = picture(panel)
        assert drawn.pixelColor(1, 1) == QColor(THEMES[name].surface)
    panel.grid_shown = panel.noise_outlined = False
    snapshot = alone()
    panel.refresh(snapshot)
    found = shades(picture(panel), boxes(panel, "Input")[0], snapshot.frame.image.shape)
    assert np.abs(found - grey(snapshot.frame.image).astype(int)).max() <= 1


def test_another_theme_is_taken_on_at_once(panel: StagePanel, context: Context) -> None:
    panel.refresh(compared())
    for name in ("light", "projector", "dark"):
        context.themes.choose(name)
        assert picture(panel).pixelColor(1, 1) == QColor(THEMES[name].surface)


def test_a_stage_that_is_deleted_leaves_no_widget_behind(context: Context) -> None:
    def make() -> StagePanel:
        panel = StagePanel(context)
        panel.refresh(compared())
        return panel

    assert widgets_left_by(make) == 0
