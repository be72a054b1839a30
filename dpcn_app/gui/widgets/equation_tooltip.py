"""Tooltips that explain every number and picture: a quantity's name, equation and meaning.

ziamath sets the equations. It takes a second to load and about 60 ms for each equation, so this
happens once, in a thread; the outlines are kept in memory and in the user's cache folder. Until an
outline is ready, or if none can be made, the equation is written in Unicode.
"""

from __future__ import annotations

import base64
import hashlib
import html
import math
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import platformdirs
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QObject, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QHelpEvent, QImage, QPainter, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QToolTip, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.storage.atomic import replacing

_INK = "#010203"  # stands for the colour of type in the outlines
_TYPE = 16.0  # size in which outlines are set, in pixels
_ENLARGED = 1.25  # size of equations, relative to the type around them: they have small parts

_outlines: dict[str, str] = {}
_setting = threading.Lock()  # ziamath keeps its fonts in one place
_thread: threading.Thread | None = None


def cache_folder() -> Path:
    """Return the folder in which outlines are kept."""
    return platformdirs.user_cache_path("dpcn_app", appauthor=False) / "equations"


def equation_outline(key: str) -> str | None:
    """Return an equation as SVG, from memory or from the disk; None if it was never set."""
    if key not in _outlines:
        with suppress(OSError, UnicodeDecodeError):
            _outlines[key] = _file(key).read_text("utf-8")
    return _outlines.get(key)


def set_outline(key: str) -> str | None:
    """Return an equation as SVG, set now if it was not before; None if that fails."""
    with _setting:
        known = equation_outline(key)
        if known is not None:
            return known
        try:
            import ziamath

            ziamath.config.svg2 = False  # QtSvg cannot draw SVG 2
            svg = str(ziamath.Latex(EQUATIONS[key].latex, size=_TYPE, color=_INK).svg())
        except Exception:  # whatever goes wrong, the plain text is shown instead
            return None
        _outlines[key] = svg
        with suppress(UserError, OSError):
            _file(key).parent.mkdir(parents=True, exist_ok=True)
            with replacing(_file(key)) as file:
                file.write(svg.encode())
        return svg


def warm_up() -> threading.Thread:
    """Set all equations in a thread, which is started once; return the thread."""
    global _thread
    if _thread is None:
        _thread = threading.Thread(target=_set_all, name="equations", daemon=True)
        _thread.start()
    return _thread


def _set_all() -> None:
    for key in EQUATIONS:
        if set_outline(key) is None:
            return


def equation_tooltip(key: str) -> str:
    """Return rich text with a quantity's name, equation and meaning."""
    equation = EQUATIONS[key]
    return (
        f"<p><b>{html.escape(equation.title)}</b></p>{equation_line(key)}"
        f"<p>{html.escape(equation.meaning)}</p>"
    )


def equation_line(key: str, widest: float = math.inf) -> str:
    """Return rich text with an equation alone, as a picture no wider than some pixels.

    It does not wait: an equation that is not set yet is written in Unicode, and setting begins.
    """
    svg = equation_outline(key)
    picture = None
    if svg is None:
        warm_up()
    else:
        picture = _picture(svg, *_look(), widest)
    if picture is None:  # in words that may wrap where there is little room
        wrap = "pre" if math.isinf(widest) else "normal"
        written = html.escape(EQUATIONS[key].plain)
        return f"<p style='white-space:{wrap}'><i>{written}</i></p>"
    return f"<p style='white-space:pre'>{picture}</p>"


Place = Callable[[QPoint], str | None]
"""Returns the key of the quantity at a place of a widget; None for none."""


def attach_equation(widget: QWidget, *keys: str | Place) -> None:
    """Give a widget a tooltip that explains quantities, made when it is shown.

    It follows the widget's own tooltip. Titles and meanings become the widget's accessible
    description, if it has none.
    """
    widget.installEventFilter(_Asked(widget, keys))
    named = [EQUATIONS[key] for key in keys if isinstance(key, str)]
    if named and not widget.accessibleDescription():
        words = " ".join(f"{each.title}: {each.meaning}" for each in named)
        widget.setAccessibleDescription(words)


class _Asked(GuardedEvents, QObject):
    """Shows the tooltip of quantities when Qt asks a widget for its tooltip."""

    def __init__(self, widget: QWidget, keys: tuple[str | Place, ...]) -> None:
        super().__init__(widget)
        self._keys = keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        assert isinstance(watched, QWidget)
        if isinstance(watched, QAbstractSpinBox) and watched.hasFocus():
            return True  # it would cover the number that is being typed
        found = [key if isinstance(key, str) else key(event.pos()) for key in self._keys]
        keys = [key for key in found if key is not None]
        if not keys:
            return False  # the widget shows its own
        own = f"<p>{html.escape(watched.toolTip())}</p>" if watched.toolTip() else ""
        QToolTip.setPalette(QApplication.palette())  # Qt keeps that of the first tooltip
        text = own + "".join(equation_tooltip(key) for key in keys)
        QToolTip.showText(event.globalPos(), text, watched)
        return True


def _file(key: str) -> Path:
    """Return the file of an outline; its name depends on the equation, its size and colour."""
    recipe = f"{EQUATIONS[key].latex}|{_TYPE}|{_INK}"
    return cache_folder() / f"{key}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}.svg"


def _look() -> tuple[str, float, float]:
    """Return colour and size in pixels of type in tooltips, and screen pixels for each pixel."""
    colour = QApplication.palette().color(QPalette.ColorRole.ToolTipText).name()
    height = QFontMetricsF(QToolTip.font()).height() / 1.2
    screen = QGuiApplication.primaryScreen()
    return colour, height, screen.devicePixelRatio() if screen is not None else 1.0


@lru_cache(maxsize=128)
def _picture(
    svg: str, colour: str, pixels: float, ratio: float, widest: float = math.inf
) -> str | None:
    """Return an <img> of an outline, drawn at the resolution of the screen; None if it fails."""
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(svg.replace(_INK, colour).encode()))
    size = renderer.viewBoxF().size() * (_ENLARGED * pixels / _TYPE)
    if not renderer.isValid() or size.isEmpty() or size.width() > 4000:
        return None
    size *= min(1.0, widest / size.width())
    width, height = math.ceil(size.width()), math.ceil(size.height())
    image = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    text = base64.b64encode(buffer.data().data()).decode()
    return f"<img src='data:image/png;base64,{text}' width='{width}' height='{height}'>"
