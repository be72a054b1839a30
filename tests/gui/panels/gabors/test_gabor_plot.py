"""Atoms as lines or dots: where they are drawn, and what their tips say."""

from typing import Literal

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from dpcn_app.analysis.gabors import Gabors
from dpcn_app.gui.panels.gabors.gabor_plot import GaborPlot
from dpcn_app.gui.theme import THEMES
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture

Kind = Literal["centres", "frequencies"]
KINDS: tuple[Kind, ...] = ("centres", "frequencies")


def three_gabors() -> Gabors:
    """Return two atoms that are fitted well, and one that is not."""
    return Gabors(
        centre=np.array([[1.0, 1.0], [6.0, 5.0], [3.0, 3.0]]),
        orientation=np.radians([45.0, 120.0, 90.0]),
        frequency=np.array([0.1, 0.3, 0.2]),
        width=np.ones((3, 2)),
        r2=np.array([0.9, 0.8, 0.1]),
    )


def plot_of(qtbot, kind: Kind) -> GaborPlot:
    plot = GaborPlot(THEMES["dark"], kind)
    qtbot.addWidget(plot)
    plot.resize(300, 240)
    return plot


@pytest.mark.parametrize("kind", KINDS)
def test_a_fitted_atom_is_found_chosen_and_told(qtbot, kind: Kind) -> None:
    plot = plot_of(qtbot, kind)
    plot.show_fits(three_gabors(), 8, None, None)
    place = QPointF(*plot.places()[1])
    assert plot.atom_at(place) == 1
    assert text_at(plot, place) == "atom 2 · 120° · 0.30 cycles/px · R² 0.80"
    with qtbot.waitSignal(plot.chosen) as heard:
        click(qtbot, plot, place)
    assert heard.args == [1]


@pytest.mark.parametrize("kind", KINDS)
def test_an_atom_without_a_good_fit_is_neither_drawn_nor_found(qtbot, kind: Kind) -> None:
    plot, gabors = plot_of(qtbot, kind), three_gabors()
    plot.show_fits(gabors, 8, None, None)
    assert plot.atom_at(QPointF(*plot.places()[2])) is None
    before = picture(plot)
    gabors.centre[2], gabors.frequency[2] = (5.0, 2.0), 0.35
    assert picture(plot) == before


@pytest.mark.parametrize("width", [180, 240, 340])
def test_the_caption_fits_into_a_narrow_plot(qtbot, width: int) -> None:
    plot = plot_of(qtbot, "frequencies")
    plot.resize(width, 160)
    drawn = picture(plot)
    rows = range(int(plot._frame().bottom()) + 3, drawn.height())
    ground = drawn.pixel(0, drawn.height() - 1)
    assert all(drawn.pixel(x, y) == ground for x in (0, 1, width - 2, width - 1) for y in rows)
    assert any(drawn.pixel(x, y) != ground for x in range(width) for y in rows)


def test_a_centre_lies_in_the_patch_as_in_its_picture(qtbot) -> None:
    plot = plot_of(qtbot, "centres")
    plot.show_fits(three_gabors(), 8, None, None)
    (x0, y0), (x1, y1), _ = plot.places()
    assert (x1 - x0) / (y1 - y0) == pytest.approx(4 / 5)  # x is the second of (row, column)


def test_weights_and_the_selected_atom_are_seen(qtbot) -> None:
    plot = plot_of(qtbot, "frequencies")
    seen = []
    for weights, selected in ((None, None), (np.array([1.0, 0.0, 0.0]), None), (None, 1)):
        plot.show_fits(three_gabors(), 8, weights, selected)
        seen.append(picture(plot))
    assert seen[0] != seen[1] != seen[2] != seen[0]


@pytest.mark.parametrize("kind", KINDS)
def test_before_there_are_fits_it_says_so_and_nothing_is_found(qtbot, kind: Kind) -> None:
    plot = plot_of(qtbot, kind)
    before = picture(plot)
    assert text_at(plot, QPointF(150, 120)) == "" and len(plot.places()) == 0
    plot.show_fits(three_gabors(), 8, None, None)
    assert picture(plot) != before
