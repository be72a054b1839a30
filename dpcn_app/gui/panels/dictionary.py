"""The dictionary panel: the atoms of layer 1, and how active each of them is now."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout

from dpcn_app.analysis.receptive_fields import state_pictures, strongest_atoms
from dpcn_app.analysis.usage import Usage
from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.mosaic import Mosaic
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.naming import counted, moment, shown_network, state_name
from dpcn_app.live.snapshot import Snapshot

_ORDERS = ("By number", "Strongest now", "Strongest on average")


class DictionaryPanel(Panel):
    """Columns of layer 1's C as a mosaic; the more active an atom, the longer its underline."""

    name = "dictionary"
    title = "Dictionary"
    equation = "dictionary"
    explanation = (
        "What layer 1 builds the picture from: each square is an atom, underlined while active."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._usage = Usage()
        self._marks, self._redraws, self._sorts = Throttle(0.1), Throttle(0.2), Throttle(0.5)
        self._network: Network | None = None
        self._learning = False
        self.order = QComboBox()
        self.order.setAccessibleName("Order of the atoms")
        self.order.addItems(_ORDERS)
        self.order.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.order.currentIndexChanged.connect(self._sort)
        self.note = ElidedLabel("About the selected atom")
        self.mosaic = Mosaic(context.themes.current, "Atoms of the dictionary", self._describe)
        self.mosaic.chosen.connect(context.selection.select_atom)
        controls = QHBoxLayout()
        controls.addWidget(self.order)
        controls.addWidget(self.note, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addLayout(controls)
        layout.addWidget(self.mosaic, 1)

    def show_opening(self, snapshot: Snapshot) -> None:
        self._network = snapshot.network
        self.mosaic.show_pictures(snapshot.network, lambda: state_pictures(snapshot.network, 0))
        self._sort()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        network, learning = shown_network(snapshot)
        due = self._redraws.due()
        if learning != self._learning or not learning or due:
            self._network, self._learning = network, learning
            self.mosaic.show_pictures(network, lambda: state_pictures(network, 0))
        states = snapshot.views[0].state.layers[0].states
        self._usage.watch(snapshot.network, moment(snapshot), states)
        if not snapshot.playing or self._marks.due():  # quicker changes cannot be followed
            self.mosaic.show_strengths(None if learning else self._usage.now)
        if not snapshot.playing or self._sorts.due():
            self._sort()
        self._light_up()

    def _sort(self) -> None:
        choice = self.order.currentIndex()
        count = len(self.mosaic.pictures)
        use = (self._usage.mean, self._usage.now, self._usage.mean)[choice]
        if choice == 0 or self._learning or len(use) != count:
            self.mosaic.show_order(np.arange(count))
        else:
            self.mosaic.show_order(np.argsort(-use, kind="stable"))

    def _light_up(self) -> None:
        selection = self.context.selection
        self.mosaic.select(selection.atom)
        expected: dict[int, float] = {}
        if selection.cause is not None and selection.cause[0] == 0 and self._network is not None:
            layer = self._network.layers[0]
            if selection.cause[1] < layer.spec.causes:
                atoms = strongest_atoms(layer, selection.cause[1])
                peak = max(atoms[0][1], 1e-9)
                expected = {atom: weight / peak for atom, weight in atoms if weight > 0}
        self.mosaic.highlight(expected)
        known = selection.atom is not None and selection.atom < len(self.mosaic.pictures)
        if known and selection.atom is not None:
            self.note.setText(self._describe(selection.atom))
        else:
            self.note.setText("learning…" if self._learning else "")

    def _describe(self, atom: int) -> str:
        name = state_name(0, atom)
        if self._learning:
            return f"{name} · learning…"
        if atom >= len(self._usage.places):  # nothing has been inferred yet
            return name
        places = counted(int(self._usage.places[atom]), "patch")
        return f"{name} · active in {places} now · mean strength {self._usage.mean[atom]:.2f}"

    def use_theme(self, theme: Theme) -> None:
        self.mosaic.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        if self._network is None:
            return {}
        found: dict[str, NDArray[Any]] = {
            "atoms": self.mosaic.pictures,
            "order": self.mosaic.order,
        }
        if not self._learning:
            found |= {
                "use_now": self._usage.now,
                "use_so_far": self._usage.mean,
                "active_patches": self._usage.places,
            }
        return found

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each atom: its number, its place in the order, its use, its pixels."""
        if self._network is None:
            return {}
        count = len(self.mosaic.pictures)
        place = np.empty(count, int)
        place[self.mosaic.order] = np.arange(1, count + 1)
        use = {name: each for name, each in self.data().items() if name not in ("atoms", "order")}
        known = {name: each for name, each in use.items() if len(each) == count}
        numbers = {"atom": np.arange(1, count + 1), "place": place}
        return numbers | known | {"pixel": self.mosaic.pictures}
