"""Writing films: one frame of the file for each picture, as MP4, WebM or GIF."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.video.reformatter import ColorRange, Colorspace

from dpcn_app.errors import UserError
from dpcn_app.sharing.gif_palette import Palette, Picture
from dpcn_app.storage.atomic import replacing

SMALLEST, LARGEST = 64, 4096
"""Pixels along a side of a film."""

SLOWEST, FASTEST, FASTEST_GIF = 1, 120, 50
"""Frames a second. A GIF counts in hundredths of a second, and browsers slow down below two."""

_BT709 = 1  # number of the colours of high definition, which players take for granted


@dataclass(frozen=True)
class FilmKind:
    """A kind of film.

    Parameters
    ----------
    title
        What it is called.
    container, encoder
        Names that FFmpeg knows the file format and what writes its pictures by.
    pixels
        How these pictures hold colours.
    options
        For the encoder: nearly without loss, and quick.
    """

    title: str
    container: str
    encoder: str
    pixels: str
    options: dict[str, str]

    @property
    def needs_even_sides(self) -> bool:
        """Whether two by two pixels share their hue, so that no side can be odd."""
        return self.pixels == "yuv420p"


FILM_KINDS = {
    ".mp4": FilmKind("MP4", "mp4", "libx264", "yuv420p", {"crf": "14", "preset": "veryfast"}),
    ".webm": FilmKind(
        "WebM",
        "webm",
        "libvpx-vp9",
        "yuv420p",
        {"crf": "18", "deadline": "realtime", "cpu-used": "6", "row-mt": "1"},
    ),
    ".gif": FilmKind("GIF", "gif", "gif", "pal8", {}),
}
"""Kinds of films by the endings of their files."""


def check_film(path: str | os.PathLike[str], size: tuple[int, int], rate: int) -> FilmKind:
    """Refuse what no film can be written as; return its kind.

    Parameters
    ----------
    path
        The file.
    size
        Width and height.
    rate
        Frames a second.
    """
    name = Path(path).name
    kind = FILM_KINDS.get(Path(path).suffix.lower())
    if kind is None:
        raise UserError(
            f"{name!r} does not say what kind of film it is; end its name with "
            f"{', '.join(FILM_KINDS)}."
        )
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise UserError(
            f"A film is {SMALLEST} to {LARGEST} pixels wide and high, not {_times(size)}; "
            "1280x720 suits most screens."
        )
    if kind.needs_even_sides and any(side % 2 for side in size):
        even = tuple(side + side % 2 for side in size)
        raise UserError(
            f"Width and height of a film in {kind.title} are even numbers, and {_times(size)} has "
            f"an odd one; choose {_times(even)}, or a GIF."
        )
    fastest = FASTEST_GIF if kind.container == "gif" else FASTEST
    if not SLOWEST <= rate <= fastest:
        raise UserError(
            f"A film in {kind.title} shows {SLOWEST} to {fastest} frames a second, not {rate}; "
            "choose another rate."
        )
    try:
        av.Codec(kind.encoder, "w")
    except Exception as error:  # PyAV raises a kind of its own, and others in older versions
        others = [each for each in FILM_KINDS if each != Path(path).suffix.lower()]
        raise UserError(
            f"What writes {kind.title} ({kind.encoder}) is missing from the installed PyAV; end "
            f"the name with {' or '.join(others)} instead."
        ) from error
    return kind


@contextmanager
def writing_film(
    path: str | os.PathLike[str], size: tuple[int, int], rate: int
) -> Iterator[Callable[[Picture], None]]:
    """Give a function that adds a picture (height, width, 3) to a film.

    The film is there once all is written, or not at all.

    Parameters
    ----------
    path
        The file, whose ending tells the kind.
    size
        Width and height.
    rate
        Frames a second.
    """
    kind = check_film(path, size, rate)
    with replacing(path) as file:
        # Not one `with` for both: where a picture fails, the end of the file must not be tried.
        container = av.open(file, "w", format=kind.container)
        try:
            stream = _stream(container, kind, size, rate)
            palette = Palette()
            count = 0

            def add(picture: Picture) -> None:
                nonlocal count
                frame = _frame(picture, kind, palette)
                frame.pts, frame.time_base = count, Fraction(1, rate)
                count += 1
                container.mux(stream.encode(frame))

            yield add
            container.mux(stream.encode())
            container.close()
        except av.FFmpegError as error:
            if isinstance(error, OSError) and error.errno:
                raise  # `replacing` knows what to say of a full disk
            raise UserError(
                f"{path} could not be written as {kind.title} ({error}); try another ending."
            ) from error


def _stream(container: Any, kind: FilmKind, size: tuple[int, int], rate: int) -> Any:
    stream = container.add_stream(kind.encoder, rate=rate, options=dict(kind.options))
    stream.width, stream.height = size
    stream.pix_fmt = kind.pixels
    if kind.pixels == "yuv420p":
        context = stream.codec_context
        context.colorspace = context.color_primaries = context.color_trc = _BT709
        context.color_range = ColorRange.MPEG
    return stream


def _frame(picture: Picture, kind: FilmKind, palette: Palette) -> av.VideoFrame:
    if kind.pixels == "pal8":
        entries = palette.entries(picture)
        opaque = np.full((len(palette.colours), 1), 255, np.uint8)
        colours = np.concatenate([opaque, palette.colours], axis=1)
        return av.VideoFrame.from_ndarray((entries, colours), "pal8")  # type: ignore[arg-type]
    frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), "rgb24")
    return frame.reformat(
        format=kind.pixels,
        dst_colorspace=Colorspace.ITU709,
        dst_color_range=ColorRange.MPEG,
    )


def _times(size: tuple[int, ...]) -> str:
    return "x".join(map(str, size))
