"""Any panel as a file: its picture as PNG or SVG, its numbers as CSV or NPZ."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize, QStandardPaths, Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.preferences import preferences
from dpcn_app.storage.atomic import replacing

SCALE = 2
"""Pixels of a PNG for each pixel on the screen."""

FILTERS = {
    ".png": "Picture at twice the screen's resolution (*.png)",
    ".svg": "Drawing (*.svg)",
    ".csv": "Table of numbers (*.csv)",
    ".npz": "NumPy arrays (*.npz)",
}
"""What can be written, by suffix."""

_FOLDER = "export/folder"

Arrays = dict[str, NDArray[Any]]


def export_panel(panel: Panel, path: str | Path) -> list[Path]:
    """Write a panel to a file of the kind that the suffix names; return the files written.

    Where its numbers do not fit into one table, each array gets a CSV file of its own, with its
    name added to the file's.
    """
    path = Path(path)
    match path.suffix.lower():
        case ".png":
            files = {path: _png(panel.picture)}
        case ".svg":
            files = {path: _svg(panel.picture, panel.title)}
        case ".csv":
            tables = _tables(_data(panel))
            files = {
                path if not name else path.with_name(f"{path.stem}-{name}{path.suffix}"): table
                for name, table in tables.items()
            }
        case ".npz":
            files = {path: _npz(_data(panel))}
        case _:
            raise UserError(
                f"{path.name!r} does not say what kind of file it is; "
                f"end its name with {', '.join(FILTERS)}."
            )
    for each, content in files.items():
        with replacing(each) as file:
            file.write(content)
    return list(files)


def export_with_dialog(panel: Panel, parent: QWidget | None = None) -> QFileDialog:
    """Ask for a file's name and write a panel to it; this returns at once, and shows problems."""
    dialog = QFileDialog(parent, f"Export {panel.title}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    suffixes = {title: suffix for suffix, title in FILTERS.items() if _offers(panel, suffix)}
    dialog.setNameFilters(list(suffixes))
    dialog.setDefaultSuffix(suffixes[dialog.selectedNameFilter()])
    dialog.filterSelected.connect(lambda title: dialog.setDefaultSuffix(suffixes[title]))
    dialog.setDirectory(_folder())
    dialog.selectFile(panel.name)

    def write(name: str) -> None:
        path = Path(name)
        if path.suffix.lower() not in FILTERS:
            path = path.with_name(path.name + suffixes[dialog.selectedNameFilter()])
        try:
            export_panel(panel, path)
        except UserError as error:
            _tell(str(error), parent)
        else:
            preferences().setValue(_FOLDER, str(path.parent))

    dialog.fileSelected.connect(write)
    dialog.open()
    return dialog


def _offers(panel: Panel, suffix: str) -> bool:
    return suffix in (".png", ".svg") or bool(panel.data())


def _folder() -> str:
    places = QStandardPaths.StandardLocation
    kept = preferences().value(_FOLDER)
    if isinstance(kept, str) and Path(kept).is_dir():
        return kept
    return QStandardPaths.writableLocation(places.DocumentsLocation)


def _tell(sentence: str, parent: QWidget | None) -> None:
    box = QMessageBox(QMessageBox.Icon.Warning, "Export", sentence, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)  # a file's name may look like markup
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


# --- pictures -------------------------------------------------------------------------------------


def _size(widget: QWidget) -> QSize:
    if widget.size().isEmpty():
        raise UserError("This panel has no picture yet; show it first.")
    return widget.size()


def _png(widget: QWidget) -> bytes:
    """Return a picture of a widget with `SCALE` pixels for each of its own."""
    image = QImage(_size(widget) * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(widget.palette().color(QPalette.ColorRole.Window))
    widget.render(image)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _svg(widget: QWidget, title: str) -> bytes:
    """Return a drawing of a widget; what it shows as pixels stays pixels."""
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgGenerator

    size = _size(widget)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(0, 0), size))
    generator.setResolution(widget.logicalDpiX())  # else the type does not fit its place
    generator.setTitle(title)
    painter = QPainter(generator)
    painter.fillRect(QRect(QPoint(0, 0), size), widget.palette().color(QPalette.ColorRole.Window))
    widget.render(painter, QPoint(0, 0))
    painter.end()
    return bytes(buffer.data().data())


# --- numbers --------------------------------------------------------------------------------------


def _data(panel: Panel) -> Arrays:
    data = {name: np.atleast_1d(np.asarray(array)) for name, array in panel.data().items()}
    if not any(array.size for array in data.values()):
        raise UserError(f"{panel.title} has no numbers to export yet.")
    return data


def _tables(data: Arrays) -> dict[str, bytes]:
    """Return one table of all arrays where their rows agree, else one for each, by name."""
    if len({len(array) for array in data.values()}) == 1:
        return {"": _table(data)}
    return {name: _table({name: array}) for name, array in data.items()}


def _table(data: Arrays) -> bytes:
    """Return a table: one row for each row of the arrays, with all digits."""
    names: list[str] = []
    columns: list[list[str]] = []
    for name, array in data.items():
        flat = array.reshape(len(array), -1)
        places = np.ndindex(array.shape[1:])
        names += ["_".join([name, *map(str, place)]) for place in places]
        columns += [column.astype(str).tolist() for column in flat.T]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(names)
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue().encode()


def _npz(data: Arrays) -> bytes:
    """Return the arrays as an NPZ file; unlike `savez`, this allows any name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in data.items():
            with archive.open(f"{name}.npy", "w") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)
    return buffer.getvalue()
