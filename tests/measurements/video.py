"""Reading videos, measured: stepping back, random jumps, an hour of video.

    python -m tests.measurements.video steps|seeks|hour|window [--size N]

steps: one frame back, 300 times, through 1080p h264 with B-frames and x264's usual distance of
keyframes, as fast as it goes and 30 times a second. seeks: random jumps in the same video. hour:
90,000 frames of 640×480, opened, indexed and watched. window: the app itself with that hour, from
its start to the first frame on the screen, and its memory against the app without it (needs a
display). Prints one JSON document.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from skimage.data import astronaut

from dpcn_app.live.engine_commands import Change
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.session_file import Session, save_session
from dpcn_app.live.settings import Settings
from dpcn_app.video.open_file import open_video
from dpcn_app.video.source import FrameSource

GOP_SECONDS = 10
KEY_REPEAT = 1 / 30


def write_video(path: Path, shape: tuple[int, int], frames: int) -> Path:
    """Encode a camera that pans over a photograph."""
    photograph = astronaut()
    factor = -(-2 * max(shape) // 512)
    large = photograph.repeat(factor, axis=0).repeat(factor, axis=1)
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("libx264", rate=25, options={"preset": "veryfast"})
        stream.height, stream.width = shape
        stream.pix_fmt = "yuv420p"
        for index in range(frames):
            top = int((large.shape[0] - shape[0]) * (0.5 + 0.5 * np.sin(index / 60)))
            left = int((large.shape[1] - shape[1]) * (0.5 + 0.5 * np.sin(index / 97)))
            pixels = np.ascontiguousarray(large[top : top + shape[0], left : left + shape[1]])
            frame = av.VideoFrame.from_ndarray(pixels)
            frame.pts, frame.time_base = index, Fraction(1, 25)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def repeat_video(original: Path, path: Path, times: int) -> Path:
    """Write a video many times over into one file, without encoding it again."""
    with av.open(str(original)) as source, av.open(str(path), "w") as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        packets = [packet for packet in source.demux(stream) if packet.size]
        assert stream.average_rate is not None and stream.time_base is not None
        step = int(1 / (stream.average_rate * stream.time_base))
        length = step * len(packets)
        content = [(bytes(each), each.pts, each.dts, each.is_keyframe) for each in packets]
        for turn in range(times):
            for data, pts, dts, is_keyframe in content:
                packet = av.Packet(data)
                packet.stream, packet.time_base = copy, stream.time_base
                packet.pts, packet.dts = (pts or 0) + turn * length, (dts or 0) + turn * length
                packet.is_keyframe = is_keyframe
                target.mux(packet)
    return path


def milliseconds(values: list[float]) -> dict[str, float]:
    """Return the percentiles of some durations."""
    array = np.array(values) * 1000
    names = {"median": 50, "p90": 90, "p99": 99, "max": 100}
    return {name: round(float(np.percentile(array, at)), 2) for name, at in names.items()}


def memory() -> float:
    """Return the memory of this process in MB."""
    return resident(os.getpid())


def resident(process: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def timed(source: FrameSource, index: int) -> float:
    """Return the seconds that a frame takes."""
    begun = time.perf_counter()
    source.frame(index)
    return time.perf_counter() - begun


def steps(folder: Path, count: int) -> dict[str, Any]:
    """Step back through 1080p h264, as fast as it goes and as fast as a key repeats."""
    path = write_video(folder / "hd.mp4", (1080, 1920), count + 200)
    return {
        "video": "1080p h264",
        "steps": count,
        "ms": milliseconds(steps_back(path, count, 0.0)),
        "key_repeat_ms": milliseconds(steps_back(path, count, KEY_REPEAT)),
    }


def steps_back(path: Path, count: int, pause: float) -> list[float]:
    """Return the seconds that each of some steps back from a video's end takes."""
    source = open_video(path)
    at = len(source) - 1
    for warm_up in range(10):
        source.frame(at - warm_up)
    at -= 10
    durations, due = [], time.perf_counter()
    for step in range(count):
        durations.append(timed(source, at - step))
        due = max(due + pause, time.perf_counter())
        threading.Event().wait(due - time.perf_counter())
    source.close()
    return durations


def seeks(folder: Path, count: int) -> dict[str, Any]:
    """Jump about in 1080p h264."""
    path = write_video(folder / "hd.mp4", (1080, 1920), 600)
    source = open_video(path)
    jumps = np.random.default_rng(0).integers(0, len(source), count)
    durations = [timed(source, int(each)) for each in jumps]
    source.close()
    return {"video": "1080p h264", "jumps": count, "ms": milliseconds(durations)}


def write_hour(folder: Path) -> Path:
    """Write an hour of 640×480 at 25 frames a second."""
    piece = write_video(folder / "piece.mp4", (480, 640), 25 * GOP_SECONDS)
    return repeat_video(piece, folder / "hour.mp4", 3600 // GOP_SECONDS)


def hour(folder: Path, count: int) -> dict[str, Any]:
    """Open an hour of video and watch it here and there."""
    path = write_hour(folder)
    before = memory()
    begun = time.perf_counter()
    source = open_video(path, wait=False)
    source.frame(0)
    shown = time.perf_counter() - begun
    while source.indexed < 1:
        threading.Event().wait(0.005)
    indexed = time.perf_counter() - begun
    jumps = np.random.default_rng(0).integers(0, len(source), count)
    durations = [timed(source, int(each)) for each in jumps]
    for index in range(len(source) - 1000, len(source)):
        source.frame(index)
    told = {
        "frames": len(source),
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "opened_and_shown_s": round(shown, 3),
        "indexed_s": round(indexed, 3),
        "jump_ms": milliseconds(durations),
        "memory_mb": round(memory() - before, 1),
    }
    source.close()
    return told


def window(folder: Path, seconds: int) -> dict[str, Any]:
    """Start the app with the hour and without, and compare its memory after some seconds.

    It plays all the while: once with one mode, once with two of them side by side.
    """
    path = write_hour(folder)
    without, _ = _run_app([], folder / "without.json", seconds)
    told: dict[str, Any] = {
        "opened_while_running_s": _opened_while_running(path),
        "after_s": seconds,
        "memory_without_mb": round(without, 1),
    }
    for modes in (("off",), ("off", "both")):
        session = folder / f"{len(modes)}.dpcn"
        settings = Settings(model="natural", source=str(path), noise=0.0, modes=modes)
        save_session(session, Session(settings, None, 0, (0.0, 0.0, 1.0)))
        used, shown = _run_app([str(session)], folder / f"{len(modes)}.json", seconds)
        told[f"{len(modes)}_modes"] = {
            "memory_mb": round(used, 1),
            "difference_mb": round(used - without, 1),
            "playing_s_after_start": shown,
        }
    return told


def _opened_while_running(path: Path) -> float:
    """Return the seconds from the wish to watch a file to its first frame, inferred, in hand."""
    engine = EngineThread(Settings(), playing=True)
    engine.start()
    while engine.snapshots.take() is None:
        threading.Event().wait(0.01)
    threading.Event().wait(5)  # all frames of the shapes are inferred by then
    begun = time.perf_counter()
    engine.ask(Change(Settings(source=str(path), noise=0.0)))
    while True:
        snapshot = engine.snapshots.take()
        if snapshot is not None and snapshot.settings.source == str(path):
            break
        threading.Event().wait(0.002)
    shown = time.perf_counter() - begun
    engine.stop()
    return round(shown, 3)


def _run_app(words: list[str], report: Path, seconds: int) -> tuple[float, float | None]:
    app = subprocess.Popen(
        [sys.executable, "-m", "dpcn_app", "--report", str(report), *words],
        stderr=subprocess.DEVNULL,
    )
    try:
        app.wait(seconds)
    except subprocess.TimeoutExpired:
        used = resident(app.pid)
    app.terminate()
    app.wait(20)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    return used, next((line["seconds"] for line in lines if "frame" in line), None)


def main() -> int:
    """Measure what is asked for."""
    measures = {
        "steps": (steps, 300),
        "seeks": (seeks, 100),
        "hour": (hour, 100),
        "window": (window, 45),
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=measures)
    parser.add_argument("--size", type=int, help="number of steps or jumps, or seconds")
    arguments = parser.parse_args()
    measure, usual = measures[arguments.what]
    with tempfile.TemporaryDirectory() as temporary:
        print(json.dumps(measure(Path(temporary), arguments.size or usual), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
