"""Smaller type where there is little room: fonts that make words fit into a width."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontMetricsF

_SPARE = 0.98  # of the width, since type of another size is not exactly as much narrower
_TRIES = 4  # until it fits: letters have whole pixels, and get narrower by steps
_SMALLEST = 1.0  # in points: Qt refuses type without a size
_MOST_KNOWN = 512

# Sizes that were found, by font, words, width and width needed: most words are written again with
# every frame.
_known_points: dict[tuple[str, str, float, float], float] = {}


def scaled_font(font: QFont, share: float, *, bold: bool = False) -> QFont:
    """Return a copy of a font in another size, bold or as it was.

    Parameters
    ----------
    font
        The font to copy.
    share
        New size over the old one.
    bold
        Whether the copy is bold whatever the font was.
    """
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * share)
    if bold:
        scaled.setBold(True)
    return scaled


def fitting_share(needed: float, room: float, least: float = 0.0) -> float:
    """Return by how much to shrink what needs a width; 1 where it fits as it is.

    Parameters
    ----------
    needed, room
        Width that it needs, and width that there is.
    least
        The smallest share that can still be read.
    """
    return min(1.0, max(least, room / max(needed, 1.0)))


def fitted_font(font: QFont, text: str, width: float) -> QFont:
    """Return the font, made smaller where the text would be wider than allowed."""
    fitted = QFont(font)
    needed = _advance(font, text)
    if needed > width > 0:
        # The width needed tells fonts of another resolution apart, which have the same key.
        asked = (font.key(), text, width, needed)
        points = _known_points.get(asked)
        if points is None:
            if len(_known_points) >= _MOST_KNOWN:
                _known_points.clear()
            points = _known_points[asked] = _fitting_points(font, text, width)
        fitted.setPointSizeF(points)
    return fitted


def _fitting_points(font: QFont, text: str, width: float) -> float:
    """Return the size in points at which a text that is too wide fits."""
    fitted = QFont(font)
    for _ in range(_TRIES):
        needed = _advance(fitted, text)
        if needed <= width:
            break
        fitted.setPointSizeF(max(_SMALLEST, fitted.pointSizeF() * width / needed * _SPARE))
    return fitted.pointSizeF()


def _advance(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)
