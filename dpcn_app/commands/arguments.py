"""What several commands take: numbers in a row, folders to write into."""

from __future__ import annotations

from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import check_writable


def whole_numbers(text: str, what: str) -> tuple[int, ...]:
    """Read "2,3,4"; `what` names the numbers in a complaint, as in "Seeds"."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UserError(f"{what} are whole numbers with commas between, not {text!r}.") from None


def make_folder(folder: Path) -> None:
    """Make a folder for results, or say why they could not be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    check_writable(folder / "table.csv")
