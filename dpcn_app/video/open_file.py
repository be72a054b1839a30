"""Opening videos by path; the first bytes of a file, not its name, tell its kind."""

from __future__ import annotations

import glob
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.video.file_source import FileSource, check_readable
from dpcn_app.video.source import FrameSource

_PICTURES = (b"GIF8", b"\x89PNG", b"\xff\xd8\xff", b"BM", b"P5", b"P6")
_TIFFS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def open_video(path: Path, *, wait: bool = True) -> FrameSource:
    """Open a video file, an animation, a TIFF stack, an array, or a folder or pattern of pictures.

    Parameters
    ----------
    path
        The file, the folder, or a pattern such as ``frames/*.png``.
    wait
        Whether to look through a long file before returning; otherwise its length grows for a
        while, and the beginning can be watched meanwhile.
    """
    from dpcn_app.video.pictures import Animation, PictureSequence, natural_order, pictures_in

    if _is_folder(path):
        return FileSource(PictureSequence(path, pictures_in(path)))
    if glob.has_magic(str(path)) and not path.exists():
        found = [Path(each) for each in glob.glob(str(path)) if Path(each).is_file()]
        if not found:
            raise UserError(f"No file matches {path}; check the pattern.")
        return FileSource(PictureSequence(path, sorted(found, key=natural_order)))
    check_readable(path)
    with path.open("rb") as file:
        start = file.read(16)
    if start.startswith((b"\x93NUMPY", b"PK\x03\x04")):
        from dpcn_app.video.stacks import array_stack

        return FileSource(array_stack(path))
    if start.startswith(_TIFFS):
        from dpcn_app.video.stacks import tiff_stack

        return FileSource(tiff_stack(path))
    if start.startswith(_PICTURES) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return FileSource(Animation(path))
    from dpcn_app.video.video_file import VideoFile

    return VideoFile(path, wait=wait)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
