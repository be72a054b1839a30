"""Videos in files: small ones whose frames show their own number, in squares, and photographs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig

BITS = 10
FRAMES = 75
SHAPE = (64, 128)

_PLACES = [(4 + bit // 5 * 28, 4 + bit % 5 * 24) for bit in range(BITS)]


def numbered(number: int, shape: tuple[int, int] = SHAPE) -> NDArray[np.uint8]:
    """Draw a number in binary: bright squares are ones, dark squares are zeros."""
    image = np.full(shape, 128, np.uint8)
    for bit, (top, left) in enumerate(_PLACES):
        image[top : top + 24, left : left + 20] = 230 if number >> bit & 1 else 25
    return image


def number_in(image: NDArray[Any]) -> int:
    """Read the number that a frame shows; -1 where it is unclear."""
    number = 0
    for bit, (top, left) in enumerate(_PLACES):
        brightness = float(image[top + 6 : top + 18, left + 5 : left + 15].mean())
        if 0.3 < brightness < 0.7:
            return -1
        number |= int(brightness > 0.5) << bit
    return number


def write_video(
    path: Path,
    codec: str,
    *,
    layout: str = "yuv420p",
    frames: int = FRAMES,
    shape: tuple[int, int] = SHAPE,
    rate: int = 25,
    variable: bool = False,
    rotation: int = 0,
    pixel_aspect: Fraction | None = None,
    sound: bool = False,
    fast_start: bool = False,
    pictures: list[NDArray[np.uint8]] | None = None,
    pixel_format: str = "gray",
    **options: str,
) -> Path:
    """Encode numbered frames, or other pictures; `variable` spaces them unevenly in time."""
    rng = np.random.default_rng(5)
    moving = {"movflags": "faststart"} if fast_start else {}
    with av.open(str(path), "w", container_options=moving) as container:
        stream: Any = container.add_stream(codec, rate=rate, options=options)
        stream.height, stream.width = shape
        stream.pix_fmt = layout
        unit = Fraction(1, 1000) if variable else Fraction(1, rate)
        stream.codec_context.time_base = unit
        if pixel_aspect is not None:
            stream.codec_context.sample_aspect_ratio = pixel_aspect
        if rotation:
            stream.set_display_rotation(rotation)
        tone: Any = container.add_stream("aac", rate=44100) if sound else None
        shown = 0
        for index in range(frames if pictures is None else len(pictures)):
            pixels = numbered(index, shape) if pictures is None else pictures[index]
            frame = av.VideoFrame.from_ndarray(pixels, format=pixel_format)
            frame.pts, frame.time_base = shown, unit
            shown += int(rng.integers(15, 150)) if variable else 1
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
        if tone is not None:
            quiet = av.AudioFrame.from_ndarray(np.zeros((1, 44100), np.float32), "fltp", "mono")
            quiet.sample_rate = 44100
            container.mux(tone.encode(quiet))
            container.mux(tone.encode(None))
    return path


def write_photographs(
    path: Path, frames: int, shape: tuple[int, int], *, times: int, rate: int = 25
) -> Path:
    """Encode moving photographs of a shape, so many times as large."""
    video = MovingPhotographs(PhotographsConfig(frame_shape=shape), frames)
    small = [np.uint8(255 * video.frame(index).image) for index in range(frames)]
    large = [frame.repeat(times, axis=0).repeat(times, axis=1) for frame in small]
    whole = (times * shape[0], times * shape[1])
    return write_video(path, "libx264", pictures=large, shape=whole, rate=rate)


def write_sound(path: Path) -> Path:
    """Write a second of silence without any picture."""
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("aac", rate=44100)
        quiet = av.AudioFrame.from_ndarray(np.zeros((1, 44100), np.float32), "fltp", "mono")
        quiet.sample_rate = 44100
        container.mux(stream.encode(quiet))
        container.mux(stream.encode(None))
    return path


def write_animation(path: Path, frames: int = FRAMES) -> Path:
    """Write a GIF, an APNG or an animated WebP."""
    first, *rest = (Image.fromarray(numbered(index)) for index in range(frames))
    options: dict[str, Any] = {"lossless": True} if path.suffix == ".webp" else {}
    first.save(path, save_all=True, append_images=rest, duration=40, loop=0, **options)
    return path


def write_tiff(path: Path, frames: int = FRAMES) -> Path:
    """Write a multi-page TIFF."""
    import tifffile

    with tifffile.TiffWriter(path) as file:
        for index in range(frames):
            file.write(numbered(index), contiguous=False)
    return path


def write_folder(path: Path, frames: int = FRAMES) -> Path:
    """Write a folder of pictures whose names sort naturally, not by letters."""
    path.mkdir()
    for index in range(frames):
        Image.fromarray(numbered(index)).save(path / f"frame{index}.png")
    return path


def write_array(path: Path, frames: int = FRAMES) -> Path:
    """Write an array file or an archive of one."""
    stack = np.stack([numbered(index) for index in range(frames)])
    np.save(path, stack) if path.suffix == ".npy" else np.savez_compressed(path, video=stack)
    return path


def write_clip(kind: str, folder: Path) -> Path:
    """Write the clip of a kind and return its path."""
    if kind in ("gif", "apng", "webp"):
        return write_animation(folder / f"clip.{kind.replace('apng', 'png')}")
    if kind == "tiff":
        return write_tiff(folder / "clip.tif")
    if kind == "folder":
        return write_folder(folder / "clip")
    if kind in ("npy", "npz"):
        return write_array(folder / f"clip.{kind}")
    name, codec, options = VIDEOS[kind]
    return write_video(folder / name, codec, **options)


VIDEOS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "h264 with B-frames": ("clip.mp4", "libx264", {"bf": "3", "g": "24"}),
    "h264, open groups": ("open.mp4", "libx264", {"bf": "3", "g": "16", "x264opts": "open_gop=1"}),
    "variable rate mkv": ("clip.mkv", "libx264", {"bf": "3", "g": "20", "variable": True}),
    "vp9": ("clip.webm", "libvpx-vp9", {"g": "20", "deadline": "realtime", "cpu-used": "8"}),
    "mjpeg": ("clip.avi", "mjpeg", {"layout": "yuvj420p"}),
    "mpeg4 with B-frames": ("b.avi", "mpeg4", {"bf": "2", "g": "15"}),
    "transport stream": ("clip.ts", "libx264", {"bf": "2", "g": "25"}),
    "mpeg2": ("clip.mpg", "mpeg2video", {"bf": "2", "g": "12"}),
    "no times at all": ("clip.h264", "libx264", {"bf": "2", "g": "25"}),
    "ten bits": ("deep.mkv", "libx264", {"layout": "yuv420p10le", "g": "25"}),
    "interlaced": ("fields.mp4", "libx264", {"flags": "+ildct+ilme", "g": "25"}),
    "odd size": ("odd.mkv", "ffv1", {"layout": "gray", "shape": (65, 131)}),
    "sound beside": ("talk.mp4", "libx264", {"sound": True, "g": "25"}),
}

KINDS = (*VIDEOS, "gif", "apng", "webp", "tiff", "folder", "npy", "npz")
