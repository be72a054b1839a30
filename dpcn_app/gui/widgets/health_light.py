"""A light that tells whether a network is healthy, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.plain_text import plain_tip

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.health import Health
    from dpcn_app.storage.models import Model, ModelSummary

_SIDE = 16


def health_words(health: Health) -> str:
    """Return a verdict, its score and its reason."""
    verdict = "Healthy" if health.good else "Doubtful"
    return f"{verdict} ({100 * health.score:.0f} % health). {health.reason}"


def health_of(model: Model | ModelSummary | None) -> Health | None:
    """Return the health of a model, as judged after its training; None if it was not judged.

    Its recipe may come from a file: values that are not valid count as not judged.
    """
    from dpcn_app.engine.health import Health

    signs = None if model is None else model.recipe.get("health")
    names = ("coverage", "balance", "exclusiveness", "steadiness")
    if not isinstance(signs, dict) or set(signs) != set(names):
        return None
    values = [signs[name] for name in names]
    if not all(isinstance(value, int | float) and 0 <= value <= 1 for value in values):
        return None
    return Health(*map(float, values))


class HealthLight(GuardedEvents, QWidget):
    """A coloured light, which also differs in form: full for good, a ring for doubtful."""

    def __init__(self) -> None:
        super().__init__()
        self._health: Health | None = None
        self._colour = QColor("grey")
        self.setAccessibleName("Health of the network")
        self.setFixedSize(_SIDE, _SIDE)
        policy = QSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)  # hiding it moves nothing else
        self.setSizePolicy(policy)

    @property
    def health(self) -> Health | None:
        """What is shown."""
        return self._health

    def show_health(self, health: Health | None, theme: Theme) -> None:
        """Show whether a network is healthy; nothing where that is not known."""
        self._health = health
        self.setVisible(health is not None)
        if health is None:
            return
        words = health_words(health)
        self.setToolTip(plain_tip(words))
        self.setAccessibleDescription(words)
        self._colour = QColor(theme.classes[2] if health.good else theme.warning)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        full = self._health is not None and self._health.good
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._colour, 3))
            painter.setBrush(self._colour if full else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(3, 3, _SIDE - 6, _SIDE - 6)
