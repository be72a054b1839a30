"""How a frame was decided in one mode: the top cause that won, and the states that fed it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from dpcn_app.analysis.decision import MOST_FEEDING, Decision, decide
from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.engine.network import Network
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.image_colours import signed_image
from dpcn_app.live.reading_words import decision_words, reading_of
from dpcn_app.live.snapshot import Snapshot, View

_WIDE = 26  # lines of type: where two lines of words are enough
_SIDE = 30  # of a state's picture, in pixels


class DecisionLine(QWidget):
    """A sentence, and the feeding states as pictures; a click on one looks at it.

    Signals
    -------
    state_chosen
        Top unit, and state of the top layer (both from 0).
    """

    state_chosen = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.words = WrappedLabel("How the frame was decided", 2)
        self.buttons = [QToolButton() for _ in range(MOST_FEEDING)]
        self.decision: Decision | None = None
        self._icons: tuple[Network | None, str, dict[int, QIcon]] = (None, "", {})
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self.words, 1)
        for place, button in enumerate(self.buttons):
            button.setIconSize(QSize(_SIDE, _SIDE))
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, place=place: self._choose(place))
            button.hide()
            layout.addWidget(button)

    def show_decision(
        self, snapshot: Snapshot, view: View, selection: Selection, theme: Theme
    ) -> None:
        """Tell how a mode decided at the unit that is selected, or at the strongest."""
        wide = self.width() > self.fontMetrics().height() * _WIDE
        self.words.set_lines(2 if wide else 4)
        self.decision = decide(view.state, unit_of(view, selection))
        self.words.setText(decision_words(reading_of(snapshot, view), self.decision))
        feeding = () if self.decision is None else self.decision.feeding
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(feeding))
            if place < len(feeding):
                state, share = feeding[place]
                button.setIcon(self._icon(snapshot.network, theme, state))
                tip = f"State {state + 1}: {share:.0%} of what pulls the cause".replace("%", " %")
                button.setToolTip(f"{tip}; click to see why it is on")
                button.setAccessibleName(f"State {state + 1}, which feeds the cause that won")

    def _choose(self, place: int) -> None:
        if self.decision is not None and place < len(self.decision.feeding):
            self.state_chosen.emit(self.decision.unit, self.decision.feeding[place][0])

    def _icon(self, network: Network, theme: Theme, state: int) -> QIcon:
        """Return the picture of a state of the top layer, made once."""
        known, name, icons = self._icons
        if known is not network or name != theme.name:
            icons = {}
            self._icons = (network, theme.name, icons)
        if state not in icons:
            picture = state_pictures(network, network.spec.depth - 1)[state]
            reach = float(np.abs(picture).max()) or 1.0
            image = signed_image(picture, reach, theme.name == "dark")
            icons[state] = QIcon(QPixmap.fromImage(image).scaled(_SIDE, _SIDE))
        return icons[state]


def unit_of(view: View, selection: Selection) -> int:
    """Return the top unit that is selected, or else the one whose strongest cause is strongest."""
    causes = view.state.top_causes
    top = len(view.state.layers) - 1
    if selection.layer == top and 0 <= selection.group < len(causes) and len(causes) > 1:
        return selection.group
    return int(causes.max(axis=1).argmax())
