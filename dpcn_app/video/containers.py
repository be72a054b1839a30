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


def open_container(path: Path) -> InputContainer:
    """Open a video file."""
    import av

    # PyAV's log stays off, as it is by default: its callback waits for the interpreter's lock in
    # FFmpeg's threads, and closing a file would wait for those threads for ever.
    try:
        # The prefix keeps a colon in a file's name from being taken for a protocol.
        return av.open(
            f"file:{path}",
            container_options=_OPTIONS,
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
            stream.thread_type = "AUTO"
            stream.codec_context.thread_count = 2
            return stream
    raise UserError(f"{name} has no moving pictures; choose another file.")
