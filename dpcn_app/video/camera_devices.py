"""The cameras of this computer: which there are, and opening one with PyAV.

On Linux they are found as video4linux devices; elsewhere the first one is offered unseen, as
looking for cameras takes long there. The environment variable DPCN_APP_CAMERA names a picture that
FFmpeg generates, such as `testsrc2=size=640x480:rate=30`, and stands for every camera.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dpcn_app.errors import UserError

if TYPE_CHECKING:
    from av.container import InputContainer

MOST_CAMERA = 63
"""Largest number of a camera."""

STAND_IN = "DPCN_APP_CAMERA"
"""Environment variable with a generated picture that stands for every camera, as in tests."""

_FORMATS = {"linux": "v4l2", "darwin": "avfoundation", "win32": "dshow"}
_FOLDER = Path("/sys/class/video4linux")
_ASKED = {"video_size": "640x480", "framerate": "30"}
_BUSY = (errno.EBUSY, errno.EAGAIN)


def camera_name(number: int) -> str:
    """Return what a camera is called."""
    return f"camera {number}"


def found_cameras(folder: Path = _FOLDER) -> tuple[int, ...]:
    """Return the numbers of the cameras that can be chosen.

    Parameters
    ----------
    folder
        Where Linux lists its devices. A camera has several; the first takes its pictures.
    """
    if os.environ.get(STAND_IN):
        return (0,)
    if sys.platform != "linux":
        return (0,) if sys.platform in _FORMATS else ()
    found = []
    for entry in folder.glob("video*"):
        number = re.fullmatch(r"video([0-9]{1,2})", entry.name)
        try:
            first = (entry / "index").read_text().strip() == "0"
        except OSError:  # unplugged just now
            continue
        if number and first and int(number[1]) <= MOST_CAMERA:
            found.append(int(number[1]))
    return tuple(sorted(found))


def open_device(number: int) -> InputContainer:
    """Open a camera; this may take seconds. Refuse one that is missing, busy or forbidden."""
    import av

    name = camera_name(number).capitalize()
    try:
        stand_in = os.environ.get(STAND_IN)
        if stand_in:
            return av.open(f"{stand_in},realtime", format="lavfi")
        kind = _FORMATS.get(sys.platform, "")
        if kind not in av.formats_available and f"video4linux2,{kind}" not in av.formats_available:
            raise UserError("Cameras cannot be used on this computer; open a video file instead.")
        return _open(kind, _device(number, kind))
    except FileNotFoundError as error:
        raise UserError(
            f"There is no {camera_name(number)}; plug it in, or name another."
        ) from error
    except PermissionError as error:
        raise UserError(
            f"You may not use {camera_name(number)}; allow it in the system's settings (on Linux, "
            "join the group “video”)."
        ) from error
    except (av.FFmpegError, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in _BUSY:
            raise UserError(
                f"{name} is in use by another program; close that program and try again."
            ) from error
        raise UserError(
            f"{name} cannot be opened: it is missing, or of a kind that is not known here; plug in "
            "another one."
        ) from error


def _device(number: int, kind: str) -> str:
    """Return what FFmpeg calls a camera."""
    import av.device

    if kind == "v4l2":
        return f"/dev/video{number}"
    if kind == "avfoundation":
        return f"{number}:none"
    found = [
        each for each in av.device.enumerate_input_devices(kind) if "video" in each.media_types
    ]
    if number >= len(found):
        raise FileNotFoundError(f"camera {number}")
    return f"video={found[number].name}"


def _open(kind: str, device: str) -> InputContainer:
    """Open a device in the size that is asked for, or in its own where it does not have that."""
    import av

    try:
        return av.open(device, format=kind, container_options=_ASKED)
    except (av.FFmpegError, ValueError) as error:
        if not isinstance(error, OSError) or error.errno in (errno.EINVAL, errno.EIO):
            return av.open(device, format=kind)
        raise
