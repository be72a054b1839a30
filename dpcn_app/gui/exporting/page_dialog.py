"""What a web page is to show: frames, modes, and the lesson that is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.modes import mode_meaning, mode_title
from dpcn_app.errors import UserError
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.live.settings import MOST_MODES
from dpcn_app.sharing.page_order import MOST_FRAMES, PageOrder, offered_modes

_WORDS = (
    "One file that opens in any browser, offline too: what is watched, in the modes chosen here, "
    "with the cloud, the scores and the keys of this window."
)


class PageDialog(QDialog):
    """Asks what a page is to show.

    Parameters
    ----------
    order
        What is open, all of it.
    parts
        The parts of the extended prior that its network knows.
    length
        How many frames there are from the first one of the page on.
    chosen
        Takes the order once the user goes on.
    parent
        The window.

    Attributes
    ----------
    frames, modes, lesson
        The number of frames, the list of modes, and the switch of the lesson.
    """

    def __init__(
        self,
        order: PageOrder,
        parts: str,
        length: int,
        chosen: Callable[[PageOrder], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Web page")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._order, self._chosen = order, chosen
        self.frames = QSpinBox()
        self.frames.setRange(2, max(2, min(length, MOST_FRAMES)))
        self.frames.setValue(order.frames)
        self.frames.setSuffix(f" from frame {order.first + 1:,} on")
        self.modes = QListWidget()
        for mode, usual in offered_modes(order.settings, parts, order.lesson).items():
            self.modes.addItem(_item(mode, usual))
        self.lesson = QCheckBox()
        self.lesson.setVisible(order.lesson is not None)
        if order.lesson is not None:
            self.lesson.setText(f"Tell the lesson “{order.lesson.title}”".replace("&", "&&"))
            self.lesson.setChecked(True)
        self.refusal = QLabel()
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        self._lay_out()

    def _lay_out(self) -> None:
        words = QLabel(_WORDS)
        words.setWordWrap(True)
        form = QFormLayout()
        form.addRow("&Frames", self.frames)
        form.addRow("&Modes", self.modes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        go_on = QPushButton("&Save as …")
        buttons.addButton(go_on, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._go_on)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(self.lesson)
        layout.addWidget(self.refusal)
        layout.addWidget(buttons)
        go_on.setDefault(True)  # now that it has a dialog to be the default of
        self.resize(460, 420)

    @property
    def order(self) -> PageOrder:
        """What is chosen."""
        items = [self.modes.item(row) for row in range(self.modes.count())]
        modes = [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        ]
        return replace(
            self._order,
            settings=replace(self._order.settings, modes=tuple(modes)),
            frames=self.frames.value(),
            lesson=self._order.lesson if self.lesson.isChecked() else None,
        )

    def _go_on(self) -> None:
        order = self.order
        count = len(order.settings.modes)
        try:
            if not 1 <= count <= MOST_MODES:
                raise UserError(f"Choose 1 to {MOST_MODES} modes; {count} are chosen.")
            order.check()
        except UserError as error:
            self.refusal.setText(str(error))
            self.refusal.show()
            return
        self.accept()
        self._chosen(order)


def _item(mode: str, usual: bool) -> QListWidgetItem:
    """Return an entry of the list, ticked where the mode is usual."""
    item = QListWidgetItem(mode_title(mode))
    item.setData(Qt.ItemDataRole.UserRole, mode)
    item.setToolTip(plain_tip(mode_meaning(mode)))
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Checked if usual else Qt.CheckState.Unchecked)
    return item
