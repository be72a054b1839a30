"""Opening video files with PyAV: local files of known kinds; others are refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dpcn_app.errors import UserError

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.stream import VideoStream

# Not playlists, which name other files and addresses, nor text, which FFmpeg can draw as a video.
_KINDS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpeg,mpegts,mpegvideo,ogg,flv,live_flv,asf,h264,hevc,"
    "av1,obu,m4v,ivf,yuv4mpegpipe,nut,mxf,dv,wtv,rm,swf,amv,gif,mjpeg,h263,vc1,dirac,mp3,wav,flac,aac"
)
_OPTIONS = {"format_whitelist": _KINDS, "protocol_whitelist": "file"}

_LARGE = 16_000_000  # pixels of a frame

SLOWEST = 0.1
"""Frames a second; a file that names fewer has a broken clock."""


def open_container(path: Path) -> InputContainer:
    """Open a video file.

    Where its clock is broken, as with the time scale 0, the list of its parts to show is ignored:
    its times would leave out nearly every frame.
    """
    container = _open(path, _OPTIONS)
    rates = (stream.average_rate for stream in container.streams.video)
    if container.format.name.startswith("mov") and any(rate and rate < SLOWEST for rate in rates):
        container.close()
        container = _open(path, _OPTIONS | {"ignore_editlist": "1"})
    return container


def _open(path: Path, options: dict[str, str]) -> InputContainer:
    import av

    # PyAV's log stays off, as it is by default: its callback waits for the interpreter's lock in
    # FFmpeg's threads, and closing a file would wait for those threads for ever.
    try:
        # The prefix keeps a colon in a file's name from being taken for a protocol.
        return av.open(
            f"file:{path}",
            container_options=options,
            metadata_errors="replace",
            timeout=4.0,
        )
    except PermissionError as error:
        raise UserError(f"You may not read {path}; change its permissions.") from error
    except FileNotFoundError as error:
        raise UserError(f"There is no file {path}; check the name.") from error
    except (av.FFmpegError, ValueError, OSError) as error:
        raise UserError(
            f"{path} cannot be read as a video: it is damaged, incomplete or of an unknown kind; "
            "choose another file."
        ) from error


def picture_stream(container: InputContainer) -> VideoStream:
    """Return the stream to watch: the first with moving pictures, not the cover of a sound file."""
    from av.stream import Disposition

    name = container.name.removeprefix("file:")
    for stream in container.streams.video:
        if not stream.disposition & Disposition.attached_pic:
            if stream.codec_context is None:
                raise UserError(f"{name} has an unknown codec; choose another file.")
            size = stream.codec_context.height * stream.codec_context.width
            # Threads for whole frames keep several of them.
            stream.thread_type = "SLICE" if size > _LARGE else "AUTO"
            stream.codec_context.thread_count = 2
            return stream
    raise UserError(f"{name} has no moving pictures; choose another file.")
