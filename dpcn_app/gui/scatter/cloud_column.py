"""One mode's cloud of causes under its title and its numbers; a comparison has several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.number_row import NumberRow
from dpcn_app.live.belief_words import mode_titles
from dpcn_app.live.measures import FADING, SCORES
from dpcn_app.live.snapshot import View

if TYPE_CHECKING:  # takes a while to import, and not every window needs it
    from dpcn_app.gui.scatter.opengl import OpenGLScatter

_CODING = {"explained": "explained", "states on": "active", "causes on": "active"}
_LIKENESS = {"PSNR": "psnr"}
_LARGE, _LEAST = 1.25, 0.6  # type of a title, relative to the ordinary; least in a narrow column
_KEPT = (
    "What is kept of each shape: the mean of the reconstruction where that shape alone is, "
    "over all frames so far; 1 is all of it"
)
_SPARE = 0.96  # of the width: smaller type is not exactly as much narrower


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
        self.bare = False  # whether there is room for nothing but a title and the cloud
        self.title = ElidedLabel("Mode")
        self.scores = NumberRow(theme, "Scores of the causes", SCORES)
        self.fading = NumberRow(theme, "How far noise has faded from the reconstruction", FADING)
        self.coding = NumberRow(theme, "How the frame is coded", _LIKENESS | _CODING)
        self.coding.hide()
        self.kept = NumberRow(theme, "What is kept of each shape", {})
        self.kept.setToolTip(_KEPT)
        self.kept.hide()
        self.bar = ThinBar(theme)
        self.scatter: SoftwareScatter | OpenGLScatter = SoftwareScatter(camera, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self.scores)
        layout.addWidget(self.kept)
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

    def show_view(self, view: View, cloud: Cloud, title: str) -> None:
        """Show a view under a title."""
        self.scatter.drawing.bare = self.bare
        if self.title.text() != title:
            self.title.setText(title)
            self.scatter.setAccessibleName(f"Causes, {title}")
        self.scores.show_numbers(_numbers(view.scores, SCORES))
        self.fading.show_numbers(_numbers(view.fading, FADING))
        self.fading.setVisible(view.fading is not None and not view.kept and not self.compact)
        live = view.frames is not None  # there is no whole video to score
        apart = bool(view.kept)  # several classes at once: no frame has one to be scored by
        self.kept.show_numbers(view.kept)
        self.kept.setVisible(apart and not self.bare)
        self.scores.setVisible(not live and not apart and not self.bare)
        self.coding.setVisible(live and not self.bare)
        if live:
            self.coding.show_numbers(_coded(view))
        self.bar.show_share(len(cloud.frames), len(view.causes))
        self.scatter.show_cloud(cloud)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self._theme = self.bar.theme = theme
        self.fit_title()
        for figures in (self.scores, self.kept, self.fading, self.coding):
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
        share = min(max(_SPARE * self.width() / max(needed, 1.0), _LEAST), 1.0)
        font.setPointSizeF(self._theme.points * _LARGE * share)
        self.title.setFont(font)
        self.title.setFixedHeight(round(metrics.height()))


def column_titles(views: Sequence[View], *, bare: bool) -> list[str]:
    """Return the columns' titles; without their numbers, the accuracy is part of each."""
    titles = mode_titles([view.mode for view in views])
    if not bare:
        return titles
    return [
        title if view.scores is None else f"{title} {view.scores.kmeans:.2f}"
        for title, view in zip(titles, views, strict=True)
    ]


def _numbers(measured: object | None, names: Mapping[str, str]) -> dict[str, float | None]:
    """Return measures by their names in the window; None where they are not known."""
    return {name: getattr(measured, measure, None) for name, measure in names.items()}


def _coded(view: View) -> dict[str, float | None]:
    """Return how the frame is coded, and how near to the clean one where noise was put on it."""
    from dpcn_app.analysis.coding import coding  # slow to import: the window is painted before

    told, alike = coding(view.seen, view.reconstruction, view.state), view.likeness
    if alike is None:
        numbers = {"explained": told.explained, "states on": told.active_states}
    else:
        numbers = {"PSNR": alike.psnr, "SSIM": alike.ssim}
    numbers["causes on"] = told.active_causes
    known = not view.partial  # what is coarse says nothing about the code
    return {name: value if known and value == value else None for name, value in numbers.items()}
