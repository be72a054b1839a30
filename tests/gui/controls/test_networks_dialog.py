"""File ▸ Networks: the list, and what can be done with each network, by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QTreeWidgetItem

from dpcn_app.gui.controls.networks_dialog import NetworksDialog
from dpcn_app.gui.theme import THEMES
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import load_model
from tests.helpers.hand_driven import HandDriven, show_window
from tests.helpers.kept_networks import store_with, tiny_model

SHORT = Settings(source=shapes_source(frames=30))


@pytest.fixture
def store(tmp_path):
    store = store_with(tmp_path / "networks", "film 2", "film 10")
    store.add("hard 1", open_model("shapes-hard"))
    return store


@pytest.fixture
def window(qtbot, store):
    window = show_window(qtbot, SHORT, networks=store)
    window.update_all()
    yield window
    window.controller.close()


@pytest.fixture
def dialog(qtbot, window) -> NetworksDialog:
    """The dialog, opened by its key."""
    qtbot.keyClick(window, Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    (dialog,) = window.findChildren(NetworksDialog)
    qtbot.waitExposed(dialog)
    return dialog


CONTROL = Qt.KeyboardModifier.ControlModifier


def row_at(dialog: NetworksDialog, row: int) -> QTreeWidgetItem:
    item = dialog.list.topLevelItem(row)
    assert item is not None
    return item


def selected(dialog: NetworksDialog) -> QTreeWidgetItem:
    item = dialog.list.currentItem()
    assert item is not None
    return item


def names(dialog: NetworksDialog) -> list[str]:
    return [row_at(dialog, row).text(0) for row in range(dialog.list.topLevelItemCount())]


def row_of(dialog: NetworksDialog, name: str) -> list[str]:
    item = row_at(dialog, names(dialog).index(name))
    return [item.text(column) for column in range(5)]


def select(dialog: NetworksDialog, name: str) -> None:
    dialog.list.setCurrentItem(row_at(dialog, names(dialog).index(name)))


def press(qtbot, dialog: NetworksDialog, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(dialog.list, key, *modifiers)


def type_name(qtbot, dialog: NetworksDialog, text: str) -> None:
    """Type another name for the network that is selected."""
    press(qtbot, dialog, Qt.Key.Key_F2)
    editor = dialog.list.findChild(QLineEdit)
    assert editor is not None
    editor.setText(text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    state = dialog.list.State.EditingState
    qtbot.waitUntil(lambda: dialog.list.state() != state)


def shown(dialog: NetworksDialog, window: HandDriven) -> list[str]:
    """Return the kept networks that both the dialog and the window list."""
    window.update_all()
    kept = [name for name in names(dialog) if name not in bundled_models()]
    offered = [
        window.transport.network.itemText(i) for i in range(window.transport.network.count())
    ]
    assert sorted(offered) == sorted(names(dialog))
    return kept


def test_every_network_is_listed_with_what_its_file_says(dialog, store):
    assert names(dialog) == [*bundled_models(), "film 2", "film 10", "hard 1"]
    assert row_of(dialog, "shapes-easy")[1:3] == ["shapes-easy", "comes with the app"]
    _, preset, trained, health, size = row_of(dialog, "film 2")
    assert preset == "shapes-easy"
    assert trained.startswith("20") and len(trained) == len("2026-01-01 12:00")
    assert health == "healthy (97 %)"
    assert size == f"{store.path('film 2').stat().st_size / 1000:.0f} kB"
    assert dialog.list.hasFocus()


def test_the_one_in_use_is_bold_and_selected(dialog):
    assert selected(dialog).text(0) == "shapes-easy"
    bold = [row_at(dialog, row).font(0).bold() for row in range(len(names(dialog)))]
    assert bold == [name == "shapes-easy" for name in names(dialog)]


def test_bundled_networks_can_be_used_and_exported_but_not_changed(qtbot, dialog, store):
    select(dialog, "natural")
    enabled = {name: button.isEnabled() for name, button in dialog.buttons.items()}
    assert enabled == {
        "use": True,
        "rename": False,
        "export": True,
        "delete": False,
        "undo": False,
    }
    press(qtbot, dialog, Qt.Key.Key_Delete)
    press(qtbot, dialog, Qt.Key.Key_F2)
    assert dialog.list.findChild(QLineEdit) is None
    assert "natural" in names(dialog)


def test_enter_uses_the_network_and_leaves_the_dialog_open(qtbot, dialog, window):
    select(dialog, "hard 1")
    press(qtbot, dialog, Qt.Key.Key_Return)
    window.update_all()
    assert window.snapshot.settings.model == "hard 1"
    assert dialog.isVisible()
    assert selected(dialog).font(0).bold()


def test_a_name_is_typed_in_the_list(qtbot, dialog, window, store):
    select(dialog, "film 10")
    type_name(qtbot, dialog, "Größe/1")
    assert store.names() == ("film 2", "Größe/1", "hard 1")
    assert shown(dialog, window) == ["film 2", "Größe/1", "hard 1"]
    assert dialog.message.text() == "“film 10” is called “Größe/1” now."
    assert selected(dialog).text(0) == "Größe/1"
    assert window.settings.current.model == "shapes-easy"  # Enter ended the typing, nothing else


def test_the_network_in_use_is_renamed_and_undo_still_finds_it(qtbot, dialog, window):
    window.settings.change(model="hard 1")
    window.settings.change(model="shapes-hard")
    window.settings.change(model="hard 1")
    window.update_all()
    select(dialog, "hard 1")
    type_name(qtbot, dialog, "mine")
    window.update_all()
    assert window.snapshot.settings.model == window.settings.current.model == "mine"
    window.settings.undo_stack.undo()
    window.settings.undo_stack.undo()
    window.update_all()
    assert window.snapshot.settings.model == "mine"
    assert window.snapshot.problems == ()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("film 10", "There is a network “film 10” already"),
        ("natural", "There is a network “natural” already"),
        ("", "needs a name"),
        ("x" * 100, "too long"),
    ],
)
def test_a_name_that_cannot_be_given_gets_a_sentence(qtbot, dialog, window, store, typed, words):
    select(dialog, "film 2")
    type_name(qtbot, dialog, typed)
    assert words in dialog.message.text()
    assert shown(dialog, window) == ["film 2", "film 10", "hard 1"]


def test_deletions_are_undone_in_turn(qtbot, dialog, window):
    for name in ("film 2", "hard 1"):
        select(dialog, name)
        press(qtbot, dialog, Qt.Key.Key_Delete)
    assert shown(dialog, window) == ["film 10"]
    assert dialog.buttons["undo"].toolTip() == "Bring “hard 1” back (Ctrl+Z)"
    press(qtbot, dialog, Qt.Key.Key_Z, CONTROL)
    assert dialog.message.text() == "“hard 1” is back."
    dialog.buttons["undo"].click()
    assert shown(dialog, window) == ["film 2", "film 10", "hard 1"]
    assert not dialog.buttons["undo"].isEnabled()


def test_the_network_in_use_is_not_deleted(qtbot, dialog, window):
    window.settings.change(model="hard 1")
    window.update_all()
    select(dialog, "hard 1")
    press(qtbot, dialog, Qt.Key.Key_Delete)
    assert dialog.message.text() == "“hard 1” is in use; use another network before you delete it."
    assert "hard 1" in shown(dialog, window)


def test_a_name_that_looks_like_markup_is_shown_as_it_is(dialog, window, store):
    select(dialog, "film 2")
    strange = "<b>film</b> <img src=x>"
    selected(dialog).setText(0, strange)
    assert dialog.message.text() == f"“film 2” is called “{strange}” now."
    assert dialog.message.textFormat() == Qt.TextFormat.PlainText
    window.update_all()
    dialog.look()
    select(dialog, strange)
    assert "&lt;img" in selected(dialog).toolTip(0)
    store.delete(strange)
    dialog.look()
    assert "&lt;img" in dialog.buttons["undo"].toolTip()


def test_a_copy_is_exported_under_the_name_of_the_network(qtbot, dialog, window, tmp_path):
    select(dialog, "film 2")
    dialog.buttons["export"].click()
    (chooser,) = dialog.findChildren(QFileDialog)
    assert chooser.windowTitle() == "Export the network" and chooser.parent() is dialog
    out = tmp_path / "copy.npz"
    chooser.fileSelected.emit(str(out))
    chooser.close()
    assert load_model(out).name == "film 2"
    assert dialog.message.text() == f"“film 2” is saved as {out}."


def test_a_damaged_network_is_listed_and_refused_when_it_is_used(window, store):
    store.path("film 2").write_text("no network")
    window.dialogs.show_networks()
    (dialog,) = window.findChildren(NetworksDialog)
    assert row_of(dialog, "film 2")[3] == "damaged"
    select(dialog, "film 2")
    dialog.buttons["use"].click()
    window.update_all()
    assert "film 2.npz is damaged" in window.snapshot.problems[0]
    assert window.settings.current.model == "shapes-easy"
    bold = [row_at(dialog, row).font(0).bold() for row in range(len(names(dialog)))]
    assert bold == [name == "shapes-easy" for name in names(dialog)]


def test_what_another_window_did_is_seen_when_the_dialog_opens_again(dialog, window, store):
    dialog.close()
    store.delete("film 2")
    store.add("theirs", tiny_model())
    window.dialogs.show_networks()
    assert shown(dialog, window) == ["film 10", "hard 1", "theirs"]


def test_a_network_that_is_gone_meanwhile_gets_a_sentence(qtbot, dialog, store):
    select(dialog, "film 2")
    store.rename("film 2", "theirs")
    press(qtbot, dialog, Qt.Key.Key_Delete)
    assert dialog.message.text() == "The network “film 2” is no longer kept; choose another one."


@pytest.mark.parametrize("theme", THEMES)
def test_the_list_can_be_read_in_every_theme(dialog, window, theme):
    window.context.themes.choose(theme)
    QApplication.processEvents()
    metrics = dialog.list.fontMetrics()
    assert dialog.list.visualItemRect(row_at(dialog, 0)).height() >= metrics.height()
    assert dialog.list.columnWidth(2) > metrics.horizontalAdvance("comes with the app")
    assert dialog.list.columnWidth(0) > metrics.horizontalAdvance("shapes-easy 10")
    window.context.themes.choose("dark")


def test_without_a_folder_only_bundled_networks_are_listed(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    window.dialogs.show_networks()
    (dialog,) = window.findChildren(NetworksDialog)
    assert names(dialog) == list(bundled_models())
    dialog.undo()
    assert dialog.isVisible()
    window.controller.close()
