"""Any panel as a file: its picture as PNG or SVG, its numbers as CSV or NPZ."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QFileDialog, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.file_step import FileStep, can_be_undone
from dpcn_app.gui.exporting.number_files import csv_file, npz_file
from dpcn_app.gui.exporting.picture_files import on_white, png_file, svg_file
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.preferences import preferences
from dpcn_app.gui.window_parts.messages import open_warning
from dpcn_app.storage.atomic import replacing

SUFFIXES = (".png", ".svg", ".csv", ".npz")
"""Kinds of files that can be written."""

FILTERS = {
    "Picture on white (*.png)": (".png", True),
    "Picture in the window's colours (*.png)": (".png", False),
    "Drawing on white (*.svg)": (".svg", True),
    "Drawing in the window's colours (*.svg)": (".svg", False),
    "Table for a spreadsheet (*.csv)": (".csv", True),
    "All arrays, for NumPy (*.npz)": (".npz", True),
}
"""What the dialog offers: a suffix, and whether a picture is on white."""

_FOLDER = "export/folder"


def export_panel(panel: Panel, path: str | Path, *, white: bool = True) -> Path:
    """Write a panel to one file, of the kind that its suffix names, and return it.

    Parameters
    ----------
    panel
        What to write.
    path
        The file.
    white
        Whether a picture is drawn on white, not in the colours of the window.
    """
    path = Path(path)
    content = _content(panel, path, white)
    with replacing(path) as file:
        file.write(content)
    return path


def _content(panel: Panel, path: Path, white: bool) -> bytes:
    match path.suffix.lower():
        case ".png" | ".svg" if white:
            with on_white(panel) as picture:
                return _drawn(picture, path, panel.title)
        case ".png" | ".svg":
            return _drawn(panel.picture, path, panel.title)
        case ".csv":
            return csv_file(panel_table(panel))
        case ".npz":
            return npz_file(_checked(panel, panel.data()))
    raise UserError(
        f"{path.name!r} does not say what kind of file it is; "
        f"end its name with {', '.join(SUFFIXES)}."
    )


def _drawn(picture: QWidget, path: Path, title: str) -> bytes:
    return png_file(picture) if path.suffix.lower() == ".png" else svg_file(picture, title)


def panel_table(panel: Panel) -> dict[str, NDArray[Any]]:
    """Return the columns of a panel's table; refuse where there are no numbers yet."""
    return _checked(panel, panel.table())


def _checked(panel: Panel, numbers: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    found = {name: np.atleast_1d(np.asarray(array)) for name, array in numbers.items()}
    if not any(array.size for array in found.values()):
        raise UserError(f"{panel.title} has no numbers to export yet.")
    return found


def export_with_dialog(
    panel: Panel,
    parent: QWidget | None = None,
    undo: QUndoStack | None = None,
    tell: Callable[[str], None] = lambda sentence: None,
) -> QFileDialog:
    """Ask for a file's name and write a panel to it; this returns at once, and shows problems.

    Parameters
    ----------
    panel, parent
        What to write, and the window above which the dialog opens.
    undo
        Gets a step that undoes the writing.
    tell
        Takes a sentence about what was written.
    """
    dialog = QFileDialog(parent, f"Export {panel.title}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    offered = {title: kind for title, kind in FILTERS.items() if _offers(panel, kind[0])}
    dialog.setNameFilters(list(offered))
    dialog.setDefaultSuffix(offered[dialog.selectedNameFilter()][0])
    dialog.filterSelected.connect(lambda title: dialog.setDefaultSuffix(offered[title][0]))
    dialog.setDirectory(export_folder())
    dialog.selectFile(panel.name)

    def write(name: str) -> None:
        path, (suffix, white) = Path(name), offered[dialog.selectedNameFilter()]
        if path.suffix.lower() not in SUFFIXES:
            path = path.with_name(path.name + suffix)
        try:
            undoable = _write(panel, path, white, undo, tell)
        except UserError as error:
            open_warning(parent, str(error))
        else:
            remember_folder(path.parent)
            tell(f"{panel.title}: written to {path}{'; Ctrl+Z undoes it' if undoable else ''}")

    dialog.fileSelected.connect(write)
    dialog.open()
    return dialog


def _write(
    panel: Panel, path: Path, white: bool, undo: QUndoStack | None, tell: Callable[[str], None]
) -> bool:
    """Write a panel, if possible in a step that can be undone; return whether it can."""
    if undo is None or not can_be_undone(path):
        export_panel(panel, path, white=white)
        return False
    undo.push(FileStep(path, _content(panel, path, white), tell))
    return True


def _offers(panel: Panel, suffix: str) -> bool:
    return suffix in (".png", ".svg") or bool(panel.data())


def export_folder() -> str:
    """Return the folder in which something was exported last, or that of documents.

    Qt's dialog warns on stderr of a folder that it cannot look into.
    """
    places = QStandardPaths.StandardLocation
    kept = preferences().value(_FOLDER)
    if isinstance(kept, str) and os.path.isdir(kept) and os.access(kept, os.R_OK | os.X_OK):
        return kept
    return QStandardPaths.writableLocation(places.DocumentsLocation)


def remember_folder(folder: Path) -> None:
    """Let the next export begin in a folder."""
    preferences().setValue(_FOLDER, str(folder))
