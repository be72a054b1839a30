"""File ▸ Networks: all networks in a list, of which the kept ones can be renamed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from dpcn_app.errors import UserError
from dpcn_app.gui.controls.network_rows import COLUMNS, network_row
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.plain_text import plain_label, plain_tip
from dpcn_app.live import choices
from dpcn_app.live.engine_commands import ListModels, RenameModel
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.storage.network_details import NetworkDetails, network_details

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.storage.network_store import NetworkStore

_WORDS = (
    "Networks that you train are kept here by themselves. The one in use is bold; those that come "
    "with the app cannot be changed."
)
_NO_STORE = "Trained networks are not kept: there is no folder for the data of programs."


class NetworksDialog(GuardedEvents, QDialog):
    """A list of networks that stays open beside the window.

    Parameters
    ----------
    window
        Whose networks are shown.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle("Networks")
        self._window, self._store = window, window.networks
        self._rows: list[NetworkDetails] = []
        self._shown: tuple[object, ...] = ()  # networks in the list, and which one is in use
        words = QLabel(_WORDS if self._store is not None else _NO_STORE)
        words.setWordWrap(True)
        self.list = self._make_list()
        self.buttons = {
            "use": self._button("&Use", "Use this network (Enter)", self.use),
            "rename": self._button("&Rename", "Give it another name (F2)", self.edit_name),
            "export": self._button("&Export …", "Save a copy as a file", self.export_dialog),
            "delete": self._button("&Delete", "Delete it (Del)", self.delete),
            "undo": self._button("U&ndo deletion", "", self.undo),
        }
        self.message = plain_label(" ")
        self.message.setWordWrap(True)
        self.message.setAccessibleName("Message")
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.close)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        row = QHBoxLayout()
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.message)
        layout.addLayout(row)
        self._add_keys()
        self._make_room()

    # --- building ---------------------------------------------------------------------------------

    def _make_list(self) -> QTreeWidget:
        networks = QTreeWidget()
        networks.setAccessibleName("Networks")
        networks.setHeaderLabels(COLUMNS)
        networks.setRootIsDecorated(False)
        networks.setAllColumnsShowFocus(True)
        networks.setUniformRowHeights(True)
        networks.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = networks.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        networks.currentItemChanged.connect(lambda: self._show_buttons())
        networks.itemDoubleClicked.connect(lambda: self.use())
        networks.itemChanged.connect(self._rename)
        networks.itemDelegate().closeEditor.connect(lambda: self._fill(self._selected_name))
        return networks

    def _add_keys(self) -> None:
        QShortcut(QKeySequence("Ctrl+Z"), self).activated.connect(self.undo)
        calls = {
            "F2": self.edit_name,
            "Del": self.delete,
            "Return": self.use,
            "Enter": self.use,
        }
        for key, call in calls.items():
            shortcut = QShortcut(QKeySequence(key), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)  # not while a name is typed
            shortcut.activated.connect(call)

    def _button(self, text: str, tip: str, call: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)  # Enter in the list means to use the network
        button.clicked.connect(lambda: call())
        return button

    def _make_room(self) -> None:
        """Be large enough for all columns in the type of the theme."""
        line = self.fontMetrics().height()
        self.resize(self.size().expandedTo(QSize(52 * line, 24 * line)))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the type of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._make_room()

    # --- showing ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Show what is kept now, which another window may have changed."""
        self._window.ask(ListModels())
        self.message.setText(" ")
        self._fill(self._window.settings.current.model)
        self.list.setFocus()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follow the list of networks: a training may have ended, or another one is in use."""
        if self.isVisible() and self._shown != (snapshot.models, snapshot.settings.model):
            self._fill(self._selected_name)

    def _fill(self, selected: str) -> None:
        """Read all networks again and select one."""
        snapshot, editing = self._window.snapshot, QAbstractItemView.State.EditingState
        if self.list.state() == editing:
            return  # a name is being typed; the list is read again after that
        names = snapshot.models if snapshot is not None else ()
        settings = self._window.settings.current if snapshot is None else snapshot.settings
        in_use = settings.model  # not what was asked for, which may be refused
        self._shown = (names, in_use)
        self._rows = network_details(names, self._store)
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        font = self.list.font()
        items = [network_row(each, font, bold=each.name == in_use) for each in self._rows]
        self.list.addTopLevelItems(items)
        at = next((row for row, each in enumerate(self._rows) if each.name == selected), 0)
        self.list.setCurrentItem(items[at])
        del blocker
        self._show_buttons()

    @property
    def _row(self) -> int:
        """Number of the row that is selected; −1 if none is."""
        return self.list.currentIndex().row()

    @property
    def _selected(self) -> NetworkDetails | None:
        return self._rows[self._row] if 0 <= self._row < len(self._rows) else None

    @property
    def _selected_name(self) -> str:
        return self._selected.name if self._selected is not None else ""

    def _show_buttons(self) -> None:
        details = self._selected
        has_file = details is not None and (details.bundled or details.kept)
        self.buttons["use"].setEnabled(details is not None)
        self.buttons["rename"].setEnabled(details is not None and details.kept)
        self.buttons["delete"].setEnabled(details is not None and details.kept)
        self.buttons["export"].setEnabled(has_file)
        deleted = self._store.deletions() if self._store is not None else ()
        self.buttons["undo"].setEnabled(bool(deleted))
        tip = f"Bring “{deleted[0]}” back (Ctrl+Z)" if deleted else "Nothing has been deleted"
        self.buttons["undo"].setToolTip(plain_tip(tip))

    # --- doing ------------------------------------------------------------------------------------

    def use(self) -> None:
        """Use the network that is selected."""
        settings = self._window.settings
        if self._selected is not None:
            settings.choose(choices.use_network, self._selected.name, settings.noise_memory)
            self._fill(self._selected_name)

    def edit_name(self) -> None:
        """Let the user type another name."""
        if self._selected is not None and self._selected.kept:
            self.list.setFocus()
            self.list.edit(self.list.currentIndex().siblingAtColumn(0))

    def _rename(self, item: QTreeWidgetItem) -> None:
        """Give a network the name that the user has typed, or say why not."""
        row, new = self.list.indexOfTopLevelItem(item), item.text(0).strip()
        name = self._rows[row].name
        if new != name and self._done(
            lambda store: store.rename(name, new), f"“{name}” is called “{new}” now."
        ):
            self._rows[row] = replace(self._rows[row], name=new)
            self._window.ask(RenameModel(name, new))
            self._window.settings.rename_network(name, new)

    def delete(self) -> None:
        """Delete the network that is selected, unless it is in use."""
        details = self._selected
        if details is None or not details.kept:
            return
        name, row = details.name, self._row
        if name == self._window.settings.current.model:
            self.message.setText(f"“{name}” is in use; use another network before you delete it.")
        elif self._done(
            lambda store: store.delete(name), f"“{name}” is deleted; Ctrl+Z undoes it."
        ):
            self._window.ask(ListModels())
            beside = self._rows[row + 1 if row + 1 < len(self._rows) else row - 1].name
            self._fill(beside)

    def undo(self) -> None:
        """Bring the network back that was deleted last."""
        back: list[str] = []
        if self._done(lambda store: back.append(store.undelete()), ""):
            self._window.ask(ListModels())
            self.message.setText(f"“{back[0]}” is back.")
            self._fill(back[0])

    def export_dialog(self) -> None:
        """Let the user save a copy of the network that is selected."""
        if self._selected is not None:
            name = self._selected.name
            self._window.files.export_network_dialog(
                name, lambda path: self.message.setText(f"“{name}” is saved as {path}."), self
            )

    def _done(self, change: Callable[[NetworkStore], object], words: str) -> bool:
        """Change the store and say so, or say why it cannot be done."""
        if self._store is None:
            return False
        try:
            change(self._store)
        except UserError as error:
            self.message.setText(str(error))
            return False
        self.message.setText(words)
        return True
