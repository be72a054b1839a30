"""How the two solvers look: each has one name and one colour in all parts of the microscope."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPen

from dpcn_app.gui.theme import Theme

SOLVERS = ("Exact", "Algorithm 1")
"""What the solvers are called, in the order of `InferenceTrace.solvers`."""

PREPARING = "Preparing Algorithm 1 …"
"""What is said of it until it is compiled."""

_HUES = (0, 3)  # class colours that differ for colour-blind eyes, and from what is selected
_DASHES = [3.0, 2.0]


def solver_colour(theme: Theme, solver: int) -> QColor:
    """Return the colour of a solver."""
    return QColor(theme.classes[_HUES[solver]])


def solver_pen(theme: Theme, solver: int, width: float | None = None) -> QPen:
    """Return the pen of a solver's lines: those of Algorithm 1 are dashed."""
    pen = QPen(solver_colour(theme, solver), width or max(1.5, theme.points / 6.5))
    if solver:
        pen.setDashPattern(_DASHES)
    return pen
