"""The causes of every frame as points in space, one scatter for each mode."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QVBoxLayout, QWidget

from dpcn_app.analysis.cause_axes import Axes, fit_axes, inferred, own_axes
from dpcn_app.analysis.cause_classes import cause_classes
from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter import opengl_probe
from dpcn_app.gui.scatter.believed import with_belief
from dpcn_app.gui.scatter.cloud import make_cloud
from dpcn_app.gui.scatter.cloud_column import CloudColumn, column_titles
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.number_row import numbers_height
from dpcn_app.live.belief_words import frame_belief
from dpcn_app.live.causes_table import causes_arrays, causes_table
from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.seeing import seeing_words
from dpcn_app.live.snapshot import Snapshot, View
from dpcn_app.live.verdict import verdict

_LOW, _LOW_COMPARING = 12, 24  # lines of type; in a comparison, the stage shows the measures too
_SMALLEST = (180, 150)
_VERDICT = (2, 6)  # fewest and most lines of the verdict
_RAGGED = 1.12  # times its length that a text takes, as lines end between words
_APART = 8  # pixels between columns
_FEW, _SMALL = 3, 8  # columns that always have numbers; lines of type of a cloud that is small
_TITLE = 1.7  # lines of type above the numbers of a column
_BROAD = 1.3  # times its height that a cloud is broad, with the names of its axes
_WORTH = 1.1  # clouds must grow by this factor for another line of them
_OWN, _COMMON = "own scale (A: one for all)", "common scale (A: own)"


def cloud_lines(count: int, width: float, height: float, head: float) -> tuple[int, float]:
    """Return in how many lines clouds are largest, and how large they are then.

    Parameters
    ----------
    count
        Number of clouds.
    width, height
        Room for all of them.
    head
        Height of what stands above each of them.
    """
    best, lines = 0.0, 1
    for candidate in range(1, count + 1):
        across = -(-count // candidate)
        broad, high = width / across - _APART, height / candidate - _APART - head
        side = min(broad / _BROAD, high)
        if side > best * _WORTH or candidate == 1:
            best, lines = max(side, 1.0), candidate
    return lines, best


class CausesPanel(Panel):
    """Live 3-D scatters of the top causes, one for each mode.

    Parameters
    ----------
    context
        What panels share.
    use_gl
        True: draw with OpenGL from the start, without asking whether it works. None and False: draw
        in software; None until `upgrade_to_gl` is called, False for good.
    """

    name = "causes"
    title = "Causes"
    equation = "causes"
    explanation = "One marker per frame: drag to turn, click to go there."

    def __init__(self, context: Context, use_gl: bool | None = None) -> None:
        super().__init__(context)
        self.camera = context.camera
        self._gl_allowed = use_gl is not False
        self._gl = False
        self._twin: CausesPanel | None = None  # kept alive while it is exported
        self._why = "" if use_gl is None else "as asked for"
        self._axes: Axes | None = None
        self._axes_of: tuple[object, ...] = ()
        self.columns: list[CloudColumn] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(_APART)
        self._across = 0  # columns in a line
        self.control = WrappedLabel("Verdict", _VERDICT[0])
        self.control.hide()
        attach_equation(self.control, "moving_average")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._grid, 1)
        layout.addWidget(self.control)
        self._set_columns(1)
        if use_gl:
            self.use_gl("as asked for")

    @property
    def renderer(self) -> str:
        """What draws the points, in words."""
        how = "OpenGL" if self._gl else "software"
        return f"3-D: {how} ({self._why})" if self._why else f"3-D: {how}"

    @property
    def status_text(self) -> str:
        return self.renderer

    # --- columns ----------------------------------------------------------------------------------

    def _set_columns(self, count: int) -> None:
        while len(self.columns) > count:
            column = self.columns.pop()
            self._grid.removeWidget(column)
            self._across = 0
            column.hide()
            column.deleteLater()
        while len(self.columns) < count:
            column = CloudColumn(self.camera, self.context.themes.current)
            self._listen(column)
            self.columns.append(column)
            self._across = 0
            if self._gl:
                self._use_gl(column)
        self._arrange()

    def _arrange(self) -> None:
        """Put the columns into as many lines as make their clouds largest."""
        count, line = len(self.columns), self.fontMetrics().height()
        title, numbers = _TITLE * line, numbers_height(self.font())
        below = self.control.sizeHint().height() if self.control.text() else 0
        width, height = self.width(), self.height() - below
        lines, side = cloud_lines(count, width, height, title + numbers)
        bare = count > _FEW and side < _SMALL * line
        if bare:
            lines, _ = cloud_lines(count, width, height, title)
        for column in self.columns:
            column.bare = bare
        across = -(-count // lines)
        if across == self._across:
            return
        self._across = across
        for index, column in enumerate(self.columns):
            self._grid.addWidget(column, index // across, index % across)
        for each in range(max(self._grid.columnCount(), self._grid.rowCount())):
            self._grid.setColumnStretch(each, 1 if each < across else 0)
            self._grid.setRowStretch(each, 1 if each < lines else 0)

    def _listen(self, column: CloudColumn) -> None:
        column.scatter.picked.connect(self._jump)
        column.scatter.hovered.connect(self._mark)
        column.scatter.asked.connect(lambda frame, at: self._offer(column, frame, at))

    def _offer(self, column: CloudColumn, frame: int, at: QPoint) -> None:
        """Offer what can be done with a marker that was right-clicked."""
        if self.snapshot is None or column not in self.columns:
            return
        mode = self.snapshot.views[self.columns.index(column)].mode
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go = menu.addAction(f"Go to frame {frame + 1}")
        go.triggered.connect(lambda: self._jump(frame))
        believe = menu.addAction(f"Believe what was believed in frame {frame + 1}")
        believe.triggered.connect(lambda: self.context.believe(frame_belief(frame, mode)))
        menu.popup(at)

    def _jump(self, frame: int) -> None:
        self.context.ask(Jump(frame))

    def _mark(self, frame: int | None) -> None:
        """Label the point of a frame in every column, so that the columns can be compared."""
        for column in self.columns:
            column.scatter.mark(frame)

    # --- OpenGL -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Draw with OpenGL from now on, where a probe says that it works."""
        self.upgrade_to_gl()

    def upgrade_to_gl(self) -> None:
        """Draw with OpenGL where a probe says that it works."""
        if not self._gl_allowed or self._gl:
            return
        works, why = opengl_probe.probe()
        if works:
            self.use_gl(why)
        else:
            self.use_software(why)

    def use_gl(self, why: str) -> None:
        """Draw with OpenGL, and show why; only after a probe has said that it works."""
        self._gl, self._why = True, why
        for column in self.columns:
            self._use_gl(column)
        self.status_changed.emit(self.renderer)

    def use_software(self, why: str) -> None:
        """Draw in software, and show why."""
        self._gl, self._why = False, why
        for column in self.columns:
            if not isinstance(column.scatter, SoftwareScatter):
                column.replace_scatter(SoftwareScatter(self.camera, self.context.themes.current))
                self._listen(column)
        self.status_changed.emit(self.renderer)

    def _use_gl(self, column: CloudColumn) -> None:
        if not self._gl:
            return  # it has failed for a column before
        try:
            from dpcn_app.gui.scatter.opengl import OpenGLScatter

            scatter = OpenGLScatter(self.camera, self.context.themes.current)
        except Exception as error:  # whatever fails, the software view remains
            self.use_software(f"OpenGL failed: {error}")
            return
        # Queued: a view must not be removed while it paints.
        scatter.failed.connect(self._gl_failed, Qt.ConnectionType.QueuedConnection)
        column.replace_scatter(scatter)
        self._listen(column)

    def _gl_failed(self, reason: str) -> None:
        self.use_software(f"OpenGL failed: {reason}")

    # --- snapshots --------------------------------------------------------------------------------

    def show_opening(self, snapshot: Snapshot) -> None:
        """Show no points where those of the last settings no longer hold."""
        if self.snapshot is None:
            return
        last, view = self.snapshot, self.snapshot.views[0]
        unknown = np.full_like(view.causes, np.nan)
        views = tuple(
            replace(
                view,
                mode=mode,
                causes=unknown,
                scores=None,
                fading=None,
                read=None,
                belief=None,
                kept={},
            )
            for mode in snapshot.settings.modes
        )
        self.show_snapshot(replace(last, settings=snapshot.settings, views=views, averaged=None))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not snapshot.views:
            return
        words = seeing_words(snapshot) or verdict(snapshot)
        self.control.setText(words)
        self.control.set_lines(self._verdict_lines(words))
        self.control.setVisible(bool(words))
        self._set_columns(len(snapshot.views))
        shared, comparing = self._axes_for(snapshot), len(snapshot.views) > 1
        common = self.context.overlays.current.common_scale
        self._spare_room()
        bare = any(column.bare for column in self.columns)
        titles = column_titles(snapshot.views, bare=bare)
        longest = max(titles, key=len)
        for column, view, title in zip(self.columns, snapshot.views, titles, strict=True):
            causes = with_belief(view.causes, view.belief)
            axes = shared if common or not comparing else own_axes(shared, causes)
            scale = (_COMMON if common else _OWN) if comparing else ""
            cloud = make_cloud(
                replace(axes, scale=scale),
                view.causes,
                _labels(snapshot, view),
                snapshot.classes,
                snapshot.frame.index,
                view.frames,
                view.read,
            )
            if view.belief is not None:
                place = cloud.axes.place(causes[-1:])[0]
                cloud = replace(cloud, belief=place, believed=belief_in(view.mode))
            column.show_view(view, cloud, title)
            column.fit_title(longest)

    def _verdict_lines(self, words: str) -> int:
        """Return how many lines a verdict needs in the width that there is."""
        needed = _RAGGED * self.control.fontMetrics().horizontalAdvance(words)
        fewest, most = _VERDICT
        return min(max(fewest, ceil(needed / max(self.width(), 1))), most)

    def _spare_room(self) -> None:
        """Show fewer numbers where the panel is low: the points need the room."""
        line = self.fontMetrics().height()
        compact = self.height() < line * (_LOW if len(self.columns) == 1 else _LOW_COMPARING)
        compact = compact or self._across < len(self.columns)
        for column in self.columns:
            column.compact = compact

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_again()

    def show_overlays(self) -> None:
        """Draw on the scale that is wanted now."""
        self._show_again()

    def _show_again(self) -> None:
        if self.snapshot is not None:
            self.show_snapshot(self.snapshot)

    def minimumSizeHint(self) -> QSize:
        """However many modes are compared, the dock stays as wide as it was."""
        return QSize(*_SMALLEST)

    def _axes_for(self, snapshot: Snapshot) -> Axes:
        """Return axes for all views; the last ones if they still suit."""
        widths = tuple(view.causes.shape[1] for view in snapshot.views)
        key = (snapshot.settings.inference_key, snapshot.settings.modes, widths)
        before = self._axes if key == self._axes_of else None
        causes = [with_belief(view.causes, view.belief) for view in snapshot.views]
        self._axes = fit_axes(causes, before, self._stands_for(snapshot))
        self._axes_of = key
        return self._axes

    def _stands_for(self, snapshot: Snapshot) -> tuple[str, ...]:
        """Return the name of the class that each cause stands for, by all that is inferred."""
        found = [
            (view.causes[known], snapshot.labels[known])
            for view in snapshot.views
            if view.frames is None and len(snapshot.labels)
            for known in (inferred(view.causes),)
        ]
        if not found:
            return ()
        causes, labels = (np.concatenate(each) for each in zip(*found, strict=True))
        named = cause_classes(causes, labels, len(snapshot.classes))
        return tuple("" if each is None else snapshot.classes[each] for each in named)

    def show_selection(self) -> None:
        """Do nothing: the selection changes nothing here."""

    def use_theme(self, theme: Theme) -> None:
        for column in self.columns:
            column.use_theme(theme)

    @property
    def picture(self) -> QWidget:
        """The widget that is exported; with OpenGL, a copy that is painted in software."""
        if not self._gl or self.snapshot is None:
            return self
        self._twin = CausesPanel(self.context, use_gl=False)
        self._twin.resize(self.size())
        self._twin.refresh(self.snapshot)
        return self._twin

    def data(self) -> dict[str, NDArray[Any]]:
        """Return frame, class and, for each mode, the causes of every frame and the scores."""
        return {} if self.snapshot is None else causes_arrays(self.snapshot)

    def table(self) -> dict[str, NDArray[Any]]:
        """Return the same as columns, a row for each frame."""
        return {} if self.snapshot is None else causes_table(self.snapshot)


def _labels(snapshot: Snapshot, view: View) -> NDArray[np.int_]:
    """Return the class of every frame; where several are shown at once, the one that is seen."""
    return view.read if snapshot.frame.objects and view.read is not None else snapshot.labels
