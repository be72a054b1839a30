"""The causes of every frame as points in space, one scatter for each mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter import opengl_probe
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Axes, Cloud, fit_axes, make_cloud
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel, WrappedLabel
from dpcn_app.gui.widgets.number_row import NumberRow
from dpcn_app.live.average_comparison import against_average
from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.measures import FADING, SCORES
from dpcn_app.live.snapshot import Snapshot, View

if TYPE_CHECKING:  # takes a while to import, and not every window needs it
    from dpcn_app.gui.scatter.opengl import OpenGLScatter

_CODING = {"explained": "explained", "states on": "active", "causes on": "active"}
_LIKENESS = {"PSNR": "psnr"}
_LOW, _LOW_COMPARING = 12, 24  # lines of type; in a comparison, the stage shows the measures too
_APART = 8  # pixels between columns
_LARGE, _LEAST = 1.25, 0.7  # type of a title, relative to the ordinary; least in a narrow column


class ThinBar(GuardedEvents, QWidget):
    """A line that fills as frames are inferred; not drawn once all are."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme, self.share = theme, 1.0
        self.setFixedHeight(3)
        self.setAccessibleName("Frames inferred")

    def show_share(self, done: int, of: int) -> None:
        """Show that some frames of all are done."""
        self.share = done / of if of else 1.0
        self.setToolTip(f"{done} of {of} frames inferred" if done < of else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.share >= 1:
            return
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.line))
            done = QRectF(0, 0, self.width() * self.share, self.height())
            painter.fillRect(done, QColor(self.theme.accent))


class CloudColumn(GuardedEvents, QWidget):
    """One mode: its name, its scores, its scatter."""

    def __init__(self, camera: Camera, theme: Theme) -> None:
        super().__init__()
        self._camera, self._theme = camera, theme
        self._longest = ""
        self.compact = False  # whether room is short
        self.title = ElidedLabel("Mode")
        self.scores = NumberRow(theme, "Scores of the causes", SCORES)
        self.fading = NumberRow(theme, "How far noise has faded from the reconstruction", FADING)
        self.coding = NumberRow(theme, "How the frame is coded", _LIKENESS | _CODING)
        self.coding.hide()
        self.bar = ThinBar(theme)
        self.scatter: SoftwareScatter | OpenGLScatter = SoftwareScatter(camera, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self.scores)
        layout.addWidget(self.fading)
        layout.addWidget(self.coding)
        layout.addWidget(self.bar)
        layout.addWidget(self.scatter, 1)
        self.use_theme(theme)

    def replace_scatter(self, scatter: SoftwareScatter | OpenGLScatter) -> None:
        """Draw with another scatter from now on."""
        old, self.scatter = self.scatter, scatter
        if old.drawing.cloud is not None:
            scatter.show_cloud(old.drawing.cloud)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.replaceWidget(old, scatter)
        layout.setStretchFactor(scatter, 1)
        old.hide()
        old.deleteLater()

    def show_view(self, view: View, cloud: Cloud) -> None:
        """Show a view."""
        title = mode_title(view.mode)
        if self.title.text() != title:
            self.title.setText(title)
            self.scatter.setAccessibleName(f"Causes, {title}")
        self.scores.show_numbers(_numbers(view.scores, SCORES))
        self.fading.show_numbers(_numbers(view.fading, FADING))
        self.fading.setVisible(view.fading is not None and not self.compact)
        live = view.frames is not None  # there is no whole video to score
        self.scores.setVisible(not live)
        self.coding.setVisible(live)
        if live:
            self.coding.show_numbers(_coded(view))
        self.bar.show_share(len(cloud.frames), len(view.causes))
        self.scatter.show_cloud(cloud)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self._theme = self.bar.theme = theme
        self.fit_title()
        for figures in (self.scores, self.fading, self.coding):
            figures.use_theme(theme)
        self.bar.update()
        self.scatter.use_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_title()

    def fit_title(self, longest: str = "") -> None:
        """Write the title as large as the longest title of all columns allows."""
        self._longest = longest or self._longest
        font = self.font()
        font.setBold(True)
        font.setPointSizeF(self._theme.points * _LARGE)
        metrics = QFontMetricsF(font)
        needed = metrics.horizontalAdvance(self._longest)
        share = min(max(self.width() / max(needed, 1.0), _LEAST), 1.0)
        font.setPointSizeF(self._theme.points * _LARGE * share)
        self.title.setFont(font)
        self.title.setFixedHeight(round(metrics.height()))


def _numbers(measured: object | None, names: Mapping[str, str]) -> dict[str, float | None]:
    """Return measures by their names in the window; None where they are not known."""
    return {name: getattr(measured, measure, None) for name, measure in names.items()}


def _coded(view: View) -> dict[str, float | None]:
    """Return how the frame is coded, and how near to the clean one where noise was put on it."""
    from dpcn_app.analysis.coding import coding  # slow to import: the window is painted before

    told, alike = coding(view.reconstruction, view.residual, view.state), view.likeness
    if alike is None:
        numbers = {"explained": told.explained, "states on": told.active_states}
    else:
        numbers = {"PSNR": alike.psnr, "SSIM": alike.ssim}
    numbers["causes on"] = told.active_causes
    return {name: value if value == value else None for name, value in numbers.items()}


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
    explanation = (
        "One marker per frame: drag turns, wheel zooms, click goes there, double-click resets."
    )

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
        self._row = QHBoxLayout()
        self._row.setSpacing(_APART)
        self.control = WrappedLabel("Against the control", 2)
        self.control.hide()
        attach_equation(self.control, "moving_average")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._row, 1)
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
            self._row.removeWidget(column)
            column.hide()
            column.deleteLater()
        while len(self.columns) < count:
            column = CloudColumn(self.camera, self.context.themes.current)
            self._listen(column)
            self.columns.append(column)
            self._row.addWidget(column, 1)
            if self._gl:
                self._use_gl(column)

    def _listen(self, column: CloudColumn) -> None:
        column.scatter.picked.connect(self._jump)
        column.scatter.hovered.connect(self._mark)

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

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not snapshot.views:
            return
        self._set_columns(len(snapshot.views))
        axes = self._axes_for(snapshot)
        self._spare_room()
        longest = max((mode_title(view.mode) for view in snapshot.views), key=len)
        for column, view in zip(self.columns, snapshot.views, strict=True):
            cloud = make_cloud(
                axes,
                view.causes,
                snapshot.labels,
                snapshot.classes,
                snapshot.frame.index,
                view.frames,
            )
            column.show_view(view, cloud)
            column.fit_title(longest)
        words = against_average(snapshot)
        self.control.setText(words)
        self.control.setVisible(bool(words))

    def _spare_room(self) -> None:
        """Show fewer numbers where the panel is low: the points need the room."""
        line = self.fontMetrics().height()
        compact = self.height() < line * (_LOW if len(self.columns) == 1 else _LOW_COMPARING)
        for column in self.columns:
            column.compact = compact

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.snapshot is not None:
            self.show_snapshot(self.snapshot)

    def _axes_for(self, snapshot: Snapshot) -> Axes:
        """Return axes for all views; the last ones if they still suit."""
        widths = tuple(view.causes.shape[1] for view in snapshot.views)
        key = (snapshot.settings.inference_key, snapshot.settings.modes, widths)
        before = self._axes if key == self._axes_of else None
        self._axes = fit_axes([view.causes for view in snapshot.views], before)
        self._axes_of = key
        return self._axes

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
        """Return frame, label and, for each mode, the causes of every frame."""
        if self.snapshot is None:
            return {}
        numbers: dict[str, NDArray[Any]] = {
            "frame": np.arange(len(self.snapshot.labels)),
            "label": self.snapshot.labels,
        }
        for view in self.snapshot.views:
            numbers[f"causes {view.mode}"] = view.causes
            if view.frames is not None:
                numbers[f"frames {view.mode}"] = view.frames
            if view.fading is not None:
                for key in FADING.values():
                    numbers[f"{key} {view.mode}"] = np.array([getattr(view.fading, key)])
        return numbers
