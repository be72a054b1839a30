"""A strip of large pictures in one line."""

import numpy as np

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.large_strip import LARGE, LargeStrip
from dpcn_app.gui.widgets.strip import Item


def strip_of(qtbot, count: int, size: tuple[int, int]) -> LargeStrip:
    strip = LargeStrip(THEMES["dark"], "Pictures")
    qtbot.addWidget(strip)
    strip.resize(*size)
    items = [Item(index, np.eye(20), (f"#{index}",), "") for index in range(count)]
    strip.show_rows(("some",), lambda: [items])
    strip.grab()
    return strip


def test_as_many_as_fit_are_shown_large_in_one_line(qtbot) -> None:
    places = strip_of(qtbot, 10, (420, 150)).places()
    assert [item.index for item, _, _ in places] == [0, 1, 2]
    assert min(box.width() for _, box, _ in places) >= LARGE
    assert len({box.top() for _, box, _ in places}) == 1


def test_a_narrow_strip_shows_the_first_and_an_empty_one_nothing(qtbot) -> None:
    assert len(strip_of(qtbot, 10, (100, 150)).places()) == 1
    assert strip_of(qtbot, 0, (420, 150)).places() == []
