"""Fonts that make words fit into a width."""

import pytest
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from dpcn_app.gui.widgets.fitted_font import (
    _known_points,
    fitted_font,
    fitting_share,
    scaled_font,
)

WORDS = "what was expected"


@pytest.fixture
def font(qapp) -> QFont:
    font = QFont()
    font.setPointSizeF(30)
    return font


def width(font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(WORDS)


def test_words_that_fit_keep_their_type(font: QFont) -> None:
    assert fitted_font(font, WORDS, width(font) + 1) == font


@pytest.mark.parametrize("share", [0.9, 0.6, 0.4])
def test_words_that_are_too_wide_are_made_to_fit(font: QFont, share: float) -> None:
    room = share * width(font)
    fitted = fitted_font(font, WORDS, room)
    assert 0.85 * room < width(fitted) <= room
    assert font.pointSizeF() == 30  # the font that was given stays as it is


def test_words_fit_into_every_width(font: QFont) -> None:
    """Letters are whole pixels wide, so that a little smaller type may be as wide as before."""
    font.setPointSizeF(15)
    for words in ("what was expected", "Reconstruction", "what it makes of it"):
        for room in range(60, 200):
            fitted = QFontMetricsF(fitted_font(font, words, room))
            assert fitted.horizontalAdvance(words) <= room, (words, room)


def test_words_fit_on_paper_though_they_were_fitted_to_a_screen_before(font: QFont) -> None:
    paper = QImage(40, 40, QImage.Format.Format_RGB32)
    paper.setDotsPerMeterX(12_000)
    paper.setDotsPerMeterY(12_000)
    room = 0.7 * width(font)
    assert width(fitted_font(font, WORDS, room)) <= room
    with QPainter(paper) as painter:
        painter.setFont(font)
        on_paper = painter.font()
        assert on_paper.key() == font.key() and width(on_paper) > 2 * width(font)
        assert 0.7 * room < width(fitted_font(on_paper, WORDS, room)) <= room


def test_sizes_are_remembered_within_bounds(font: QFont, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpcn_app.gui.widgets.fitted_font._MOST_KNOWN", 8)
    _known_points.clear()
    for room in range(20, 60):
        fitted_font(font, WORDS, room)
        assert len(_known_points) <= 8


def test_without_any_room_type_still_has_a_size(font: QFont) -> None:
    assert fitted_font(font, WORDS, 0.0) == font
    assert fitted_font(font, WORDS, 0.01).pointSizeF() == 1.0


def test_a_scaled_font_is_a_copy_in_another_size_and_bold_where_asked(font: QFont) -> None:
    assert scaled_font(font, 0.5).pointSizeF() == 15
    assert not scaled_font(font, 0.5).bold()
    assert scaled_font(font, 1.0, bold=True).bold()
    assert not font.bold()


def test_a_share_is_one_where_there_is_room_and_never_below_the_least() -> None:
    assert fitting_share(needed=50, room=100) == 1.0
    assert fitting_share(needed=100, room=80) == pytest.approx(0.8)
    assert fitting_share(needed=100, room=10, least=0.5) == 0.5
    assert fitting_share(needed=0, room=10) == 1.0
