"""Colours and type sizes: dark, light, and one for projectors."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QToolTip

from dpcn_app.analysis.palette import COLOURS


@dataclass(frozen=True)
class Theme:
    """One look.

    Parameters
    ----------
    name
        `dark`, `light` or `projector`.
    window, surface, raised
        Backgrounds: of the window, of drawings, of buttons and fields.
    text, muted, line, accent, warning
        Colours of type, secondary type, rules and frames, what is selected, what went wrong.
    classes
        One colour per class.
    points
        Size of ordinary type.
    """

    name: str
    window: str
    surface: str
    raised: str
    text: str
    muted: str
    line: str
    accent: str
    warning: str
    classes: tuple[str, ...]
    points: float


_BRIGHT_CLASSES = ("#4DA3FF", "#FF8A3D", "#2ED3A0", "#F08BC3", "#F5C242", "#8FD3FF")

THEMES = {
    "dark": Theme(
        name="dark",
        window="#15181d",
        surface="#0d0f13",
        raised="#232830",
        text="#e8eaed",
        muted="#98a1ad",
        line="#3a414c",
        accent="#ffb454",
        warning="#ff6b6b",
        classes=_BRIGHT_CLASSES,
        points=10.0,
    ),
    "light": Theme(
        name="light",
        window="#f3f4f6",
        surface="#ffffff",
        raised="#ffffff",
        text="#16191d",
        muted="#5b6470",
        line="#c5cad2",
        accent="#b35900",
        warning="#b3261e",
        classes=COLOURS,
        points=10.0,
    ),
    "projector": Theme(
        name="projector",
        window="#ffffff",
        surface="#ffffff",
        raised="#f2f2f2",
        text="#000000",
        muted="#333333",
        line="#808080",
        accent="#a63d00",
        warning="#b00000",
        classes=COLOURS,
        points=15.0,
    ),
}


class ThemeModel(QObject):
    """The theme in use; panels draw with `current` and watch `changed`."""

    changed = Signal(object)

    def __init__(self, name: str | None = None) -> None:
        super().__init__()
        self.current = THEMES[name or system_theme()]

    def choose(self, name: str) -> None:
        """Use another theme, everywhere."""
        if name == self.current.name:
            return
        self.current = THEMES[name]
        apply(self.current)
        self.changed.emit(self.current)


def system_theme() -> str:
    """Return `light` where the desktop says so, else `dark`."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return "light" if scheme == Qt.ColorScheme.Light else "dark"


def palette_of(theme: Theme) -> QPalette:
    """Return a theme's colours as Qt wants them."""
    palette = QPalette()
    roles = QPalette.ColorRole
    colours = {
        roles.Window: theme.window,
        roles.WindowText: theme.text,
        roles.Base: theme.raised,
        roles.AlternateBase: theme.surface,
        roles.Text: theme.text,
        roles.Button: theme.raised,
        roles.ButtonText: theme.text,
        roles.BrightText: theme.warning,
        roles.Highlight: theme.accent,
        roles.HighlightedText: theme.window,
        roles.ToolTipBase: theme.raised,
        roles.ToolTipText: theme.text,
        roles.PlaceholderText: theme.muted,
        roles.Link: theme.accent,
        roles.Mid: theme.line,
        roles.Midlight: theme.raised,
        roles.Dark: theme.line,
        roles.Light: theme.raised,
    }
    for role, colour in colours.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.Text, roles.ButtonText, roles.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return palette


def apply(theme: Theme) -> None:
    """Give the application a theme's palette and type, whatever the desktop's own is."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    palette = palette_of(theme)
    app.setPalette(palette)
    QToolTip.setPalette(palette)  # which otherwise keeps the colours of its first use
    font = QFont(app.font())
    font.setPointSizeF(theme.points)
    app.setFont(font)
    QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)  # to all widgets
    for widget in app.allWidgets():
        if isinstance(widget, QComboBox):  # else it keeps the smallest size of the old type
            QApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
