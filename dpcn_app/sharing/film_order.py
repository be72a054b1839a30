"""What a film is to show, and how: all that is chosen before it is made."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.live.overlays import Overlays
from dpcn_app.sharing.film_file import check_film

SHOWN = {
    "both": "Stage and causes",
    "stage": "Stage",
    "cloud": "Causes",
    "window": "Whole window",
}
"""What a film can show, with its title."""

SIZE, RATE = (1280, 720), 25
"""Width and height, and frames a second, where nothing else is asked for."""

Camera = tuple[float, float, float]


@dataclass(frozen=True)
class FilmOrder:
    """A film to make.

    Parameters
    ----------
    out
        The file, whose ending tells the kind.
    show
        One of `SHOWN`.
    first, last
        First and last frame, counted from 1; None for the last of the video.
    size, rate
        Width and height, and frames a second.
    theme
        Name of the look.
    camera
        Azimuth, elevation and zoom that the causes are seen from; None for the usual ones.
    overlays
        What is drawn over and around the pictures.
    layout
        Where the docks of the whole window are, as Qt keeps it; empty for where they are at first.
    """

    out: Path
    show: str = "both"
    first: int = 1
    last: int | None = None
    size: tuple[int, int] = SIZE
    rate: int = RATE
    theme: str = "dark"
    camera: Camera | None = None
    overlays: Overlays = field(default_factory=Overlays)
    layout: bytes = b""

    def check(self) -> None:
        """Refuse what cannot be made."""
        if self.show not in SHOWN:
            raise UserError(f"A film shows one of {', '.join(SHOWN)}, not {self.show!r}.")
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise UserError(
                "The frames of a film go from a first to a later one, counted from 1, as in 1-300."
            )
        check_film(self.out, self.size, self.rate)

    def frames_of(self, length: int) -> range:
        """Return the frames to show of a video of some length, counted from 0."""
        last = length if self.last is None else self.last
        if self.first > length or last > length:
            raise UserError(
                f"The video has frames 1 to {length:,}, and the film asks for "
                f"{self.first:,} to {last:,}; choose fewer."
            )
        return range(self.first - 1, last)


def frame_range(text: str) -> tuple[int, int | None]:
    """Return the first and the last frame, from 1, that "20-80", "20-" or "80" (1-80) name."""
    match = re.fullmatch(r"(?:(\d{1,9})-)?(\d{1,9})?", text.strip())
    if match is None or not any(match.groups()):
        raise UserError(
            f"Frames are written like 1-300, 100- or 300 (the first 300), not {text!r}."
        )
    first, last = match.groups()
    return int(first or 1), None if last is None else int(last)


def film_size(text: str) -> tuple[int, int]:
    """Return the width and the height that "1280x720" names."""
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip())
    if match is None:
        raise UserError(f"A size is written like 1280x720, not {text!r}.")
    return int(match.group(1)), int(match.group(2))
