"""Opens thousands of files damaged at random: videos of all kinds, and models.

    python -m tests.measurements.fuzz [COUNT] [--seed SEED] [--keep FOLDER]

Prints one JSON document. Files that crash, hang (> 5 s) or end in a traceback stay in FOLDER.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from PIL import Image

from dpcn_app.storage.bundled import resources
from tests.helpers.clips import VIDEOS, write_animation, write_array, write_tiff, write_video
from tests.helpers.mutations import mutants, open_all


def write_originals(folder: Path) -> list[Path]:
    """Write one small sound file of every kind."""
    originals = []
    for number, (name, codec, options) in enumerate(VIDEOS.values()):
        originals.append(write_video(folder / f"{number}{name}", codec, frames=15, **options))
    for ending in ("gif", "png", "webp"):
        originals.append(write_animation(folder / f"clip.{ending}", 8))
    originals.append(write_tiff(folder / "clip.tif", 8))
    originals += [write_array(folder / f"clip.{ending}", 8) for ending in ("npy", "npz")]
    for ending in ("jpg", "bmp", "ppm"):
        Image.effect_noise((64, 48), 80).save(folder / f"still.{ending}")
        originals.append(folder / f"still.{ending}")
    for file in sorted((resources() / "models").glob("*.npz")):
        copy = folder / f"model-{file.name}"
        copy.write_bytes(file.read_bytes())
        originals.append(copy)
    return originals


def main() -> int:
    """Damage, open, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=2500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="folder for the files that fail")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        originals = write_originals(Path(temporary))
        folder = arguments.keep or Path(temporary) / "mutants"
        folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        outcome = open_all(mutants(originals, arguments.count, folder, arguments.seed))
        seconds = time.monotonic() - begun
    document = {"files": arguments.count, "kinds": len(originals), "seconds": round(seconds, 1)}
    print(json.dumps(document | asdict(outcome), indent=2))
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
