"""Damaging files at random, and opening them in a process that may crash or hang."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

PATIENCE = 5.0
"""Seconds that a file may take before it counts as hanging, on an otherwise idle machine."""

_EXTREMES = (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00")


def mutate(content: bytes, rng: np.random.Generator) -> bytes:
    """Return a file with a few wounds: flipped bits, extreme numbers, gaps, repeats, a lost end."""
    data = bytearray(content)
    for _ in range(int(rng.integers(1, 6))):
        if not data:
            break
        # Half of the wounds hit the first part, where formats say what the rest means.
        reach = len(data) if rng.random() < 0.5 else min(len(data), 1024)
        place = int(rng.integers(0, reach))
        length = min(2 ** int(rng.integers(0, 12)), len(data) - place)
        match int(rng.integers(0, 7)):
            case 0:
                data[place] ^= 1 << int(rng.integers(0, 8))
            case 1:
                data[place : place + length] = rng.bytes(length)
            case 2:
                data[place : place + 4] = _EXTREMES[int(rng.integers(0, len(_EXTREMES)))]
            case 3:
                del data[place : place + length]
            case 4:
                data[place:place] = data[place : place + length]
            case 5:
                data[place : place + length] = bytes(length)
            case 6:
                del data[max(place, 1) :]
    return bytes(data)


@dataclass
class Outcome:
    """What became of the files: how many were read or refused with a sentence, and the failures."""

    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)


class _Worker:
    """A process that opens one file after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=dict(os.environ, OPENBLAS_NUM_THREADS="1"),
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._lines.get(timeout=120)  # it says so when it is ready

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put("crash")

    def answer(self, path: Path, patience: float) -> str:
        """Return what became of a file."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        try:
            return self._lines.get(timeout=patience)
        except queue.Empty:
            return "hang"

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def open_all(files: Iterator[Path], patience: float = PATIENCE) -> Outcome:
    """Open mutated files; those that fail are left where they are."""
    outcome, worker = Outcome(), _Worker()
    for path in files:
        begun = time.monotonic()
        answer = worker.answer(path, patience)
        outcome.slowest = max(outcome.slowest, time.monotonic() - begun)
        if answer == "read":
            outcome.read += 1
        elif answer == "refused":
            outcome.refused += 1
        else:
            outcome.failures.append(f"{path.name}: {answer}")
            worker.end()
            worker = _Worker()
            continue
        path.unlink()
    worker.end()
    return outcome


def mutants(originals: list[Path], count: int, folder: Path, seed: int) -> Iterator[Path]:
    """Write mutated files one at a time, of all originals in turn."""
    for number in range(count):
        original = originals[number % len(originals)]
        rng = np.random.default_rng((seed, number))
        path = folder / f"{number:05d}-{original.name}"
        path.write_bytes(mutate(original.read_bytes(), rng))
        yield path


def _open(path: Path) -> str:
    from dpcn_app.errors import UserError
    from dpcn_app.storage.models import load_model
    from dpcn_app.video.open_file import open_video

    try:
        if "model" in path.name:
            load_model(path)
            return "read"
        source = open_video(path)
    except UserError as error:
        return "refused" if path.name in str(error) else f"names no file: {error}"
    try:
        for index in {0, len(source) // 2, len(source) - 1}:
            source.frame(index)
        if not all(path.name in problem for problem in source.problems):
            return f"names no file: {source.problems}"
    finally:
        source.close()
    return "read"


def _serve() -> None:
    import traceback

    import av  # noqa: F401
    import tifffile  # noqa: F401
    from PIL import Image

    Image.init()
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            answer = _open(Path(line.strip()))
        except BaseException:
            answer = "traceback " + traceback.format_exc().strip().replace("\n", " | ")[-600:]
        print(answer, flush=True)


if __name__ == "__main__":
    _serve()
