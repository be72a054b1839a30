"""The figure sheet: what was seen and what the network has learnt, as a handout in A4 (PDF)."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_pdf import PdfPages

from dpcn_app import __version__
from dpcn_app.errors import UserError
from dpcn_app.sharing.recording import Recording
from dpcn_app.sharing.sheet_demonstration import demonstration_pages
from dpcn_app.sharing.sheet_network import network_pages
from dpcn_app.sharing.sheet_page import FigureNumbers
from dpcn_app.storage.atomic import check_writable, replacing
from dpcn_app.storage.models import Model

_LOOK: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with Matplotlib, with all letters of the formulas
    "pdf.fonttype": 42,  # so that words can be searched and copied
    "axes.linewidth": 0.5,
}


def check_sheet(path: str | os.PathLike[str]) -> None:
    """Refuse a file that no sheet can be written to."""
    if Path(path).suffix.lower() != ".pdf":
        raise UserError(
            f"A figure sheet's name ends with .pdf, and {str(path)!r} does not; rename it."
        )
    check_writable(path)


def sheet_file(recording: Recording, model: Model) -> bytes:
    """Return the whole sheet; the same recording and model give the same bytes.

    Parameters
    ----------
    recording
        What was seen.
    model
        The network that saw it.
    """
    with matplotlib.rc_context(_LOOK):
        numbers = FigureNumbers()
        pages = demonstration_pages(recording, numbers)
        pages += network_pages(recording.model, model, numbers)
        title = f"{recording.model} watches {recording.video}"
        about = {"Title": title, "Creator": f"dpcn_app {__version__}", "CreationDate": None}
        buffer = io.BytesIO()
        with PdfPages(buffer, metadata=about) as pdf:
            for number, page in enumerate(pages, 1):
                page.foot(f"{title} · dpcn_app {__version__}", number, len(pages))
                pdf.savefig(page.figure, dpi=200)
    return buffer.getvalue()


def save_sheet(path: str | os.PathLike[str], recording: Recording, model: Model) -> int:
    """Write a sheet, whole or not at all; return its size in bytes."""
    content = sheet_file(recording, model)
    with replacing(path) as file:
        file.write(content)
    return len(content)
