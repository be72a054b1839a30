"""The microscope: how one frame is inferred, iteration by iteration, by both solvers."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.microscope.energy_ledger import EnergyLedger
from dpcn_app.gui.panels.microscope.iteration_controls import IterationControls
from dpcn_app.gui.panels.microscope.iteration_player import IterationPlayer
from dpcn_app.gui.panels.microscope.pass_drawing import PassDrawing, place_names
from dpcn_app.gui.panels.microscope.solver_bars import SolverBars
from dpcn_app.gui.panels.microscope.solver_pictures import SolverPictures
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.live.engine_commands import Examine, Play
from dpcn_app.live.inference_trace import InferenceTrace, liveliest
from dpcn_app.live.snapshot import Snapshot

_WIDE = 2.4  # width over height of the parts: from here on they stand in three columns
_ROOM = (34, 15)  # lines of type, across and down, that all parts need side by side
_PAIR = 27  # lines of type, across, that two parts need beside the pictures
_STACK = 19  # lines of type, down, that all parts need one below the other

_SHARES = {
    "alone": ((4, 7, 0), (1, 0, 0)),
    "pair": ((5, 6, 5), (1, 0, 0)),
    "stack": ((2, 5, 0), (6, 4, 4)),
    "two": ((1, 1, 0), (5, 4, 0)),
    "three": ((5, 8, 7), (7, 4, 0)),
}
"""Shares of the columns and of the rows, by arrangement."""

_FLAT = 10  # lines of type: pictures in less room than this are the solvers' alone


class MicroscopePanel(Panel):
    """The iterations of one inference on a slider.

    Attributes
    ----------
    player
        Which pass and iteration is shown.
    controls, pictures, states, causes, ledger, words
        Its parts.
    """

    name = "microscope"
    title = "Microscope"
    equation = "evidence"
    explanation = "How this frame is inferred, iteration by iteration; click a state to follow it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        theme = context.themes.current
        self._trace: InferenceTrace | None = None
        self._drawing: PassDrawing | None = None
        self._drawn: tuple[object, ...] = ()
        self._place: tuple[int, int] | None = None  # group and input; None for the liveliest
        self._mode, self._unit = "", 0
        self._modes: tuple[str, ...] = ()
        self._group = (context.selection.layer, context.selection.group)
        self.player = IterationPlayer(self)
        self.controls = IterationControls(theme, self.player)
        self.pictures = SolverPictures(theme, "Input and reconstructions")
        self.states = SolverBars(theme, "States, evidence and price of one input")
        self.causes = SolverBars(theme, "Causes of its group")
        self.ledger = EnergyLedger(theme, "Energy, term by term")
        self.words = WrappedLabel("What happens", 1)
        self._parts = QWidget()
        self._grid = QGridLayout(self._parts)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        self._plan: tuple[str, int] = ("", -1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.setSpacing(3)
        layout.addWidget(self.controls)
        layout.addWidget(self.words)
        layout.addWidget(self._parts, 1)
        self._connect()
        self._arrange("two")

    def _connect(self) -> None:
        controls, selection = self.controls, self.context.selection
        self.player.moved.connect(self._draw)
        controls.played.connect(self._hold_video)
        controls.pass_chosen.connect(self._choose_pass)
        controls.place_chosen.connect(self._choose_place)
        controls.mode_chosen.connect(self._choose_mode)
        controls.unit_chosen.connect(self._choose_unit)
        controls.scale_chosen.connect(self.ledger.set_logarithmic)
        controls.part_chosen.connect(self._fit)
        self.pictures.chosen.connect(lambda place: self._choose_place(place + 1))
        self.states.chosen.connect(lambda index: selection.select_state(self._layer, index))
        self.causes.chosen.connect(lambda index: selection.select_cause(self._layer, index))
        self.ledger.pointed.connect(self._point)

    def _arrange(self, plan: str) -> None:
        """Put the parts into columns, or below each other, or only one or two of them."""
        some = {"alone": 1, "pair": 2}.get(plan, 0)  # parts shown, from the chosen one on
        first = self.controls.parts.currentIndex() if some else -1
        if (plan, first) == self._plan:
            return
        self._plan = (plan, first)
        grid = self._grid
        parts: tuple[QWidget, ...] = (self.states, self.causes, self.ledger)
        for part in (self.pictures, *parts):
            grid.removeWidget(part)
        shown = [(first + more) % len(parts) for more in range(some)] or range(len(parts))
        for number, part in enumerate(parts):
            part.setVisible(number in shown)
        self.controls.parts.setVisible(bool(some))
        if some:
            grid.addWidget(self.pictures, 0, 0)
            for column, number in enumerate(shown):
                grid.addWidget(parts[number], 0, 1 + column)
        elif plan == "stack":
            grid.addWidget(self.pictures, 0, 0, len(parts), 1)
            for row, part in enumerate(parts):
                grid.addWidget(part, row, 1)
        else:
            three = plan == "three"
            grid.addWidget(self.pictures, 0, 0, 2 if three else 1, 1)
            grid.addWidget(self.states, 0, 1)
            grid.addWidget(self.causes, 1, 1)
            grid.addWidget(self.ledger, *((0, 2, 2, 1) if three else (1, 0, 1, 1)))
        across, down = _SHARES[plan]
        for column, share in enumerate(across):
            grid.setColumnStretch(column, share)
        for row, share in enumerate(down):
            grid.setRowStretch(row, share)

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    # --- when to look -----------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ask()

    def come_into_view(self, on: bool) -> None:
        super().come_into_view(on)
        self._ask()
        if on:
            self.show_selection()  # of another panel, meanwhile

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._draw()

    def _fit(self) -> None:
        """Arrange the parts as the room allows."""
        line = QFontMetricsF(self.font()).height()
        wide = self.width()
        tall = max(self.height() - self.controls.height() - self.words.height(), 1)
        self.words.set_lines(2 if self.height() > 20 * line else 1)
        if wide > _WIDE * tall and wide > 1.5 * _ROOM[0] * line:
            self._arrange("three")
        elif wide < _ROOM[0] * line and tall >= _STACK * line:
            self._arrange("stack")
        elif wide < _ROOM[0] * line or tall < _ROOM[1] * line:
            self._arrange("pair" if wide >= _PAIR * line else "alone")
        else:
            self._arrange("two")

    def _ask(self) -> None:
        """Ask for what is looked at; for nothing while the panel cannot be seen."""
        if self.can_be_seen:
            self.context.ask(Examine(True, self._mode, self._unit))
        else:
            self.player.stop()
            self.context.ask(Examine(on=False))

    def _hold_video(self) -> None:
        """Let the video stand still, so that one frame is looked at."""
        if self.snapshot is not None and self.snapshot.playing:
            self.context.ask(Play(False))

    # --- choices ----------------------------------------------------------------------------------

    @property
    def _layer(self) -> int:
        return 0 if self._drawing is None else self._drawing.layer

    def _choose_pass(self, number: int) -> None:
        self.player.stop()
        self._place = None
        ended = self.player.at_end
        self.player.go(10**6 if ended else 0, number)

    def _choose_place(self, index: int) -> None:
        """Look at an input; the first of the list is the one whose states are strongest."""
        trace = self._trace
        if trace is None:
            return
        groups, inputs, _ = trace.exact[self.player.number].result.states.shape
        place = divmod(index - 1, inputs)
        self._place = None if index <= 0 else place
        if index > 0:
            before = trace.units.index(trace.unit) * groups
            self._group = (self._layer, before + place[0])
            self.context.selection.select_group(*self._group)
        self._draw()

    def _choose_mode(self, index: int) -> None:
        if self.snapshot is not None:
            self._mode = self.snapshot.views[index].mode
            self._ask()

    def _choose_unit(self, index: int) -> None:
        if self._trace is not None:
            self._unit = self._trace.units[index]
            self._ask()

    def _point(self, iteration: int) -> None:
        self.player.stop()
        self.player.go(iteration)

    def show_selection(self) -> None:
        """Look at the layer and group that were selected in another panel."""
        selection, trace = self.context.selection, self._trace
        chosen = (selection.layer, selection.group)
        if chosen != self._group and trace is not None and self.can_be_seen:
            self._group = chosen
            layers = [each.layer for each in trace.exact]
            if selection.layer in layers:
                groups = len(trace.shown.layers[selection.layer].causes) // len(trace.units)
                unit, group = divmod(selection.group, groups)
                if selection.layer != self._layer:
                    number = len(layers) - 1 - layers[::-1].index(selection.layer)
                    self.player.go(10**6, number)
                self._place = (group, self._place[1] if self._place else 0)
                if unit < len(trace.units) and trace.units[unit] != trace.unit:
                    self._choose_unit(unit)
        self._draw()

    # --- showing ----------------------------------------------------------------------------------

    def show_snapshot(self, snapshot: Snapshot) -> None:
        trace, modes = snapshot.microscope, snapshot.settings.modes
        if trace is None or (trace is self._trace and modes == self._modes):
            return
        self._trace, self._modes, self._drawing = trace, modes, None
        self.player.use_lengths(tuple(map(trace.length, range(len(trace.exact)))))
        self._draw()

    def _draw(self) -> None:
        """Draw the current iteration of the current pass."""
        trace, snapshot = self._trace, self.snapshot
        if trace is None or snapshot is None:
            return
        number, iteration = self.player.number, self.player.iteration
        result = trace.exact[number].result
        groups, inputs, _ = result.states.shape
        place = self._place or liveliest(result)
        place = (min(place[0], groups - 1), min(place[1], inputs - 1))
        layer, selection = trace.exact[number].layer, self.context.selection
        cause = selection.cause[1] if selection.cause and selection.cause[0] == layer else None
        followed = selection.state_of(layer)
        if followed is not None and followed >= result.states.shape[-1]:
            followed = None
        key = (trace, number, place, followed, cause)
        if self._drawing is None or key != self._drawn:
            signed = snapshot.video.signed
            self._drawing = PassDrawing(trace, number, place, followed, cause, signed=signed)
            self._drawn = key
            self.ledger.show_rows(self._drawing.ledger(), trace.length(number))
            self._list_choices(snapshot, trace)
        self._draw_iteration(self._drawing, iteration, place[0] * inputs + place[1], cause)

    def _draw_iteration(
        self, drawing: PassDrawing, iteration: int, place: int, cause: int | None
    ) -> None:
        pictures = drawing.pictures(iteration)
        if self.pictures.height() < _FLAT * QFontMetricsF(self.font()).height():
            pictures = [each for each in pictures if each.solver is not None]
        self.pictures.show_pictures(pictures, *drawing.boxes(), stretched=drawing.layer > 0)
        self.pictures.select(place)
        self.states.show_bars(*drawing.state_bars(iteration))
        self.states.select(drawing.followed)
        self.causes.show_bars(*drawing.cause_bars(iteration))
        self.causes.select(cause)
        self.causes.words = "No cause is active"
        self.states.words = "No state is active"
        self.ledger.show_iteration(iteration)
        self.words.setText(drawing.words(iteration))
        self.controls.show_position()

    def _list_choices(self, snapshot: Snapshot, trace: InferenceTrace) -> None:
        number = self.player.number
        groups, inputs, _ = trace.exact[number].result.states.shape
        layer = trace.exact[number].layer
        places = place_names(layer, groups, inputs)
        at = 0 if self._place is None else 1 + self._place[0] * inputs + self._place[1]
        modes = [view.mode for view in snapshot.views]
        self.controls.show_choices(
            ([each.name for each in trace.exact], number),
            (["Liveliest", *places], at),
            (list(map(mode_title, modes)), modes.index(trace.mode) if trace.mode in modes else 0),
            ([f"Top unit {unit + 1}" for unit in trace.units], trace.units.index(trace.unit)),
        )

    def use_theme(self, theme: Theme) -> None:
        for part in (self.pictures, self.states, self.causes, self.ledger, self.controls):
            part.use_theme(theme)

    def end(self) -> None:
        """Stop playing, as the window is closing."""
        self.player.stop()

    def data(self) -> dict[str, NDArray[Any]]:
        return {} if self._drawing is None else self._drawing.data()
