"""Gabor fits: position and orientation of each atom, and which atoms a cause stands for."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout

from dpcn_app.analysis.gabors import Gabors, fit_gabors
from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.gabors.gabor_plot import GaborPlot
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.naming import cause_name, shown_network
from dpcn_app.live.snapshot import Snapshot


class GaborsPanel(Panel):
    """Gabor functions fitted to layer 1's atoms, coloured by their weights in the selected cause.

    A fit takes about a second: it is made in a thread, every two seconds while the network learns.
    """

    name = "gabors"
    title = "Gabor fits"
    explanation = "Position and orientation of each atom; select a cause to see its atoms."

    _fitted = Signal()  # from the thread

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gabors")
        self._pending: Future[Gabors] | None = None
        self._asked: Network | None = None
        self._gabors: Gabors | None = None
        self._network: Network | None = None  # whose fits they are
        self._shown: Gabors | None = None
        self._redraws = Throttle(2.0)
        self._fitted.connect(self._take_fits)
        self.note = ElidedLabel("About the fits")
        theme = context.themes.current
        self.centres = GaborPlot(theme, "centres")
        self.frequencies = GaborPlot(theme, "frequencies")
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for plot in (self.centres, self.frequencies):
            plot.chosen.connect(context.selection.select_atom)
            self._halves.addWidget(plot, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.note)
        layout.addLayout(self._halves, 1)
        worker = self._worker  # not self: the panel is gone by then
        self.destroyed.connect(lambda: worker.shutdown(wait=False, cancel_futures=True))

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = self.width() > self.height()
        directions = QBoxLayout.Direction
        self._halves.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        super().resizeEvent(event)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        network, learning = shown_network(snapshot)
        due = self._redraws.due()
        if self._pending is None and network is not self._asked and (due or not learning):
            self._asked = network
            self._pending = self._worker.submit(fit_gabors, state_pictures(network, 0))
            self._pending.add_done_callback(self._tell_fitted)
        self._draw(network, learning)

    def _tell_fitted(self, fitted: Future[Gabors]) -> None:
        with suppress(RuntimeError):  # the panel is gone
            self._fitted.emit()

    def _take_fits(self) -> None:
        """Show fits when they are there: while a video is paused no snapshot comes."""
        if self._pending is None or self._pending.cancelled():
            return
        self._gabors, self._pending, self._network = self._pending.result(), None, self._asked
        if self.snapshot is not None:
            self.show_snapshot(self.snapshot)

    def _draw(self, shown: Network, learning: bool) -> None:
        network = self._network
        gabors = self._gabors if learning or network is shown else None  # those of another network
        self._shown = gabors
        weights = None if network is None else self._weights(network)
        side = 1 if network is None else network.spec.patch
        for plot in (self.centres, self.frequencies):
            plot.show_fits(gabors, side, weights, self.context.selection.atom)
        if gabors is None:
            self.note.setText("fitting …")
            return
        words = f"{gabors.fitted.mean():.0%} of {len(gabors.r2)} atoms fitted (R² ≥ .6)"
        cause = self.context.selection.cause
        if weights is not None and cause is not None:
            words += f" · coloured by their weights in {cause_name(cause[1])}"
        self.note.setText(words + (" · learning…" if learning else ""))

    def _weights(self, network: Network) -> NDArray[np.floating[Any]] | None:
        """Return the column of B of the selected cause of layer 1; None where there is none."""
        cause = self.context.selection.cause
        B = network.layers[0].B
        if cause is None or cause[0] != 0 or cause[1] >= B.shape[1]:
            return None
        return B[:, cause[1]]

    def use_theme(self, theme: Theme) -> None:
        self.centres.use_theme(theme)
        self.frequencies.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        if self._shown is None:
            return {}
        fits = vars(self._shown)
        return {name: fits[name] for name in ("centre", "orientation", "frequency", "width", "r2")}

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each atom: its number and its fit."""
        fits = self.data()
        return {"atom": np.arange(1, len(fits["r2"]) + 1)} | fits if fits else {}
