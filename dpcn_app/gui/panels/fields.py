"""Receptive fields of the causes; large, what the selected one stands for and what drives it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QPushButton, QVBoxLayout

from dpcn_app.analysis.driving_windows import DrivingWindows, sign_aligned_mean
from dpcn_app.analysis.receptive_fields import (
    Picture,
    gamma_drop,
    receptive_fields,
    state_pictures,
    strongest_atoms,
)
from dpcn_app.engine.modes import belief_in
from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.large_strip import LargeStrip
from dpcn_app.gui.widgets.mosaic import Mosaic
from dpcn_app.gui.widgets.strip import Item, Strip
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.belief_words import cause_belief
from dpcn_app.live.cause_words import cause_title
from dpcn_app.live.engine_commands import CollectDriving, Jump
from dpcn_app.live.naming import cause_name, moment, shown_network, state_name
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.snapshot import Snapshot

_STRONGEST = 10
_INVITATION = "Select a field to see what its cause stands for, expects, and is driven by."
_MEAN = -1  # number of the mean of a cause's windows, which is no frame


class FieldsPanel(Panel):
    """Columns of B as pictures; for the selected one its strongest states, and what drives it."""

    name = "fields"
    title = "Causes’ fields"
    equation = "invariant"
    explanation = (
        "What each cause stands for; select one to see what it expects and what drives it."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._network: Network | None = None
        self._learning = False
        self._redraws = Throttle(0.4)
        self._drawn: tuple[Network | None, int] = (None, 0)
        self._key: object = None
        self._cause = context.selection.cause
        self.layer = QComboBox()
        self.layer.setAccessibleName("Layer whose causes are shown")
        self.layer.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.layer.currentIndexChanged.connect(self._show_layer)
        self.note = ElidedLabel("About the selected cause")
        self.mosaic = Mosaic(context.themes.current, "Fields of the causes", self._describe)
        self.mosaic.chosen.connect(self._choose)
        self.strip = Strip(context.themes.current, "What the selected cause expects")
        self.strip.chosen.connect(self._choose_state)
        self._watched: tuple[object, ...] = ()
        self._driving: list[DrivingWindows] = []
        self._titled: tuple[tuple[object, ...], str] = ((), "")
        self._asked = -1  # layer that the whole video is looked through for
        self.windows = LargeStrip(context.themes.current, "What drives the selected cause most")
        self.windows.hint = "Parts of frames in which this cause is strong are collected here."
        self.stands_for = ElidedLabel("What the selected cause stands for")
        font = self.stands_for.font()
        font.setBold(True)
        self.stands_for.setFont(font)
        self.windows.chosen.connect(self._go_to)
        for strip in (self.strip, self.windows):  # together they need no more room than one
            strip.setMinimumHeight(strip.minimumSizeHint().height() // 2 - 3)
            strip.hide()
        self.stands_for.hide()
        controls = QHBoxLayout()
        controls.addWidget(self.layer)
        self.believe = QPushButton("Look for this cause")
        self.believe.setCheckable(True)
        self.believe.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.believe.setToolTip(
            "Hold the belief that this top cause is on: the network looks for what it stands for. "
            "Press again to let go"
        )
        self.believe.clicked.connect(self._look_for)
        self.believe.hide()
        controls.addWidget(self.note, 1)
        controls.addWidget(self.believe)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addLayout(controls)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        fields, large = QVBoxLayout(), QVBoxLayout()
        fields.addWidget(self.mosaic, 3)
        fields.addWidget(self.strip, 2)
        large.setSpacing(2)
        large.addWidget(self.stands_for)
        large.addWidget(self.windows, 1)
        self._parts.addLayout(fields, 2)
        self._parts.addLayout(large, 3)
        layout.addLayout(self._parts, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what drives a cause beside the fields in a low dock, else below them."""
        low = self.width() > 2 * self.height()
        directions = QBoxLayout.Direction
        self._parts.setDirection(directions.LeftToRight if low else directions.TopToBottom)
        for part, stretch in enumerate((2, 3) if low else (3, 2)):
            self._parts.setStretch(part, stretch)
        super().resizeEvent(event)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        network, learning = shown_network(snapshot)
        due = self._redraws.due()
        if learning != self._learning or not learning or due:
            self._network, self._learning = network, learning
        self._gather(snapshot)
        self._list_layers()
        self._follow_selection()
        self._draw()

    def _gather(self, snapshot: Snapshot) -> None:
        """Keep the windows of this frame that drive causes more than earlier ones."""
        watched = (snapshot.network, *moment(snapshot)[:-1])  # all but the frame
        if watched != self._watched:
            self._watched, spec = watched, snapshot.network.spec
            self._driving = [DrivingWindows(spec, index, _STRONGEST) for index in range(spec.depth)]
        states = snapshot.views[0].state.layers
        for driving, state in zip(self._driving, states, strict=True):
            driving.watch(
                snapshot.frame.index,
                snapshot.frame.image,
                state.causes,
                snapshot.views[0].first_unit,
            )

    def _list_layers(self) -> None:
        assert self._network is not None
        depth = self._network.spec.depth
        if self.layer.count() != depth:
            self.layer.blockSignals(True)
            chosen = self.layer.currentIndex()
            self.layer.clear()
            self.layer.addItems([f"Layer {number}" for number in range(1, depth + 1)])
            self.layer.setCurrentIndex(int(np.clip(chosen, 0, depth - 1)))
            self.layer.blockSignals(False)

    def _follow_selection(self) -> None:
        """Show the layer of a cause that has just been selected."""
        cause = self.context.selection.cause
        if cause != self._cause:
            self._cause = cause
            if cause is not None and cause[0] < self.layer.count():
                self.layer.blockSignals(True)
                self.layer.setCurrentIndex(cause[0])
                self.layer.blockSignals(False)

    def _show_layer(self) -> None:
        if self.snapshot is not None:
            self._draw()

    def _draw(self) -> None:
        network, number = self._network, self.layer.currentIndex()
        assert network is not None
        if (network, number) != self._drawn:
            self._drawn = (network, number)
            self._key = object()
        self.mosaic.show_pictures(self._key, lambda: _drawings(network, number))
        self.mosaic.show_strengths(self._causes_now())
        cause = self._selected()
        self.mosaic.select(cause)
        self.mosaic.highlight(self._expecting(number))
        self.strip.select(self.context.selection.atom if number == 0 else None)
        self.strip.show_rows((network, number, -1 if cause is None else cause), self._expected)
        self._show_belief(network, number, cause)
        self.strip.setVisible(cause is not None)
        for widget in (self.stands_for, self.windows):
            widget.setVisible(cause is not None and not self._learning)
        if cause is not None and not self._learning:
            self._show_driving(network, number, cause)
        if self._learning and not network.layers[number].B.any():
            self.note.setText("learning… C and A come first: no cause stands for anything yet")
        elif cause is None:
            self.note.setText("learning…" if self._learning else _INVITATION)
        else:
            self.note.setText(
                f"{self._describe(cause)} · expects these states (weight, drop of their price γ)"
            )

    def _show_driving(self, network: Network, number: int, cause: int) -> None:
        """Show what a cause stands for, and what drives it, in the whole video where possible."""
        assert self.snapshot is not None
        if self._asked != number and self.snapshot.video.scored:
            self._asked = number
            self.context.ask(CollectDriving(number))
        driving = self._windows_in_use(number)
        key = (driving, cause, driving.version)
        self.windows.show_rows(key, lambda: self._windows_of(driving, cause))
        words = self._title(self.snapshot, network, number, cause)
        whole = self.snapshot.driving
        if whole is not None and driving is whole.windows:
            words += f" · best of all {whole.frames:,} frames"
        else:
            words += " · best frames so far"
        self.stands_for.setText(words)

    def _title(self, snapshot: Snapshot, network: Network, number: int, cause: int) -> str:
        """Return what a cause stands for; looked for again only when more frames are inferred."""
        key = (network, snapshot.labels.tobytes(), snapshot.views[0].inferred, number, cause)
        if self._titled[0] != key:
            self._titled = key, cause_title(snapshot, network, number, cause)
        return self._titled[1]

    def _windows_in_use(self, number: int) -> DrivingWindows:
        """Return the windows of the whole video where they are known, else those watched so far."""
        snapshot = self.snapshot
        whole = None if snapshot is None else snapshot.driving
        if snapshot is None or whole is None:
            return self._driving[number]
        own = whole.layer == number and whole.mode == snapshot.views[0].mode
        return whole.windows if own else self._driving[number]

    def _show_belief(self, network: Network, number: int, cause: int | None) -> None:
        """Offer to look for a cause of the top layer; the button is down while it is held."""
        offered = cause is not None and number == network.spec.depth - 1 and not self._learning
        self.believe.setVisible(offered)
        if offered and cause is not None and self.snapshot is not None:
            held = belief_in(main_mode(self.snapshot.settings.modes))
            self.believe.setChecked(held == cause_belief(cause))

    def _look_for(self) -> None:
        cause = self._selected()
        if cause is not None:
            self.context.believe(cause_belief(cause))

    def _selected(self) -> int | None:
        """Return the selected cause if it belongs to the layer shown."""
        cause, number = self.context.selection.cause, self.layer.currentIndex()
        assert self._network is not None
        if cause is None or cause[0] != number:
            return None
        return cause[1] if cause[1] < self._network.layers[number].spec.causes else None

    def _causes_now(self) -> NDArray[np.floating[Any]] | None:
        """Return the largest u of each cause over the groups; None while a network is trained."""
        if self._learning or self.snapshot is None:
            return None
        state = self.snapshot.views[0].state.layers[self.layer.currentIndex()]
        return state.causes.max(axis=0)

    def _expecting(self, number: int) -> dict[int, float]:
        """Return the causes that have the selected atom among their strongest."""
        atom = self.context.selection.atom
        assert self._network is not None
        layer = self._network.layers[0]
        if number != 0 or atom is None or atom >= layer.spec.states:
            return {}
        weights = layer.B[atom]
        floor = np.partition(layer.B, -_STRONGEST, axis=0)[-_STRONGEST]
        peak = max(float(weights.max()), 1e-9)
        chosen = np.flatnonzero((weights >= floor) & (weights > 0))
        return {int(cause): float(weights[cause]) / peak for cause in chosen}

    def _expected(self) -> list[list[Item]]:
        """Return the strongest states of the selected cause, with weight and decrease of γ."""
        cause, number = self._selected(), self.layer.currentIndex()
        if cause is None or self._network is None:
            return []
        layer = self._network.layers[number]
        pictures, drop = state_pictures(self._network, number), gamma_drop(layer, cause)
        top = layer.spec.sparsity
        items = []
        for state, weight in strongest_atoms(layer, cause, _STRONGEST):
            name = state_name(number, state)
            description = (
                f"{name} · weight {weight:.2f} · if {cause_name(cause)} is 1, "
                f"γ falls from {top:.2g} by {drop[state]:.3f}"
            )
            captions = (f"{weight:.2f}", f"−{drop[state]:.2f}")
            items.append(Item(state, pictures[state], captions, description))
        return [items]

    def _windows_of(self, driving: DrivingWindows, cause: int) -> list[list[Item]]:
        """Return the windows that drive a cause most, with their sign-aligned mean first."""
        windows = driving.of(cause)
        if not windows:
            return []
        mean = sign_aligned_mean(np.stack([window.picture for window in windows]))
        about = f"mean of these {len(windows)} windows, with signs flipped so that they agree"
        items = [Item(_MEAN, mean, ("mean ±",), about)]
        for u, frame, picture in windows:
            description = f"frame {frame + 1}: {cause_name(cause)} is {u:.2f}; click to go there"
            items.append(Item(frame, picture, (f"#{frame + 1} · u {u:.2f}",), description))
        return [items]

    def _go_to(self, frame: int) -> None:
        if frame != _MEAN:
            self.context.ask(Jump(frame))

    def _describe(self, cause: int) -> str:
        name = cause_name(cause)
        now = self._causes_now()
        if now is None:
            return f"{name} · learning…"
        return f"{name} · u {now[cause]:.2f} now" if now[cause] > 0 else f"{name} · inactive now"

    def _choose(self, cause: int) -> None:
        self.context.selection.select_cause(self.layer.currentIndex(), cause)

    def _choose_state(self, state: int) -> None:
        if self.layer.currentIndex() == 0:
            self.context.selection.select_atom(state)

    def use_theme(self, theme: Theme) -> None:
        self.mosaic.use_theme(theme)
        self.strip.use_theme(theme)
        self.windows.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        if self._network is None:
            return {}
        number = self.layer.currentIndex()
        found: dict[str, NDArray[Any]] = {
            "fields": receptive_fields(self._network, number),
            "B": self._network.layers[number].B,
        }
        now = self._causes_now()
        if now is not None:
            found["causes_now"] = now
        cause = self._selected()
        if cause is not None:
            found["gamma_drop"] = gamma_drop(self._network.layers[number], cause)
            windows = [] if self._learning else self._windows_in_use(number).of(cause)
            if windows:
                found["windows"] = np.stack([window.picture for window in windows])
        return found

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each cause: its number, its value now, its weight for each state."""
        if self._network is None:
            return {}
        weights = self._network.layers[self.layer.currentIndex()].B.T
        now = self._causes_now()
        return {
            "cause": np.arange(1, len(weights) + 1),
            **({} if now is None else {"u": now}),
            "weight_of_state": weights,
        }


def _drawings(network: Network, number: int) -> Picture:
    """Return the fields as they are drawn.

    Above layer 1 a field is a sum over many places, whose even ground would hide the pattern: the
    mean is subtracted.
    """
    fields = receptive_fields(network, number)
    if number > 0:
        fields = fields - fields.mean(axis=(1, 2), keepdims=True)
    return fields
