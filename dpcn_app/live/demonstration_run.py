"""Making the demonstrations of the bundled networks anew: `python -m` this module, in `make`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpcn_app.engine.restoring import recorded
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.live.first_snapshot import open_settings_video
from dpcn_app.live.input_video import make_input_video
from dpcn_app.live.known_results import subject_of
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.demonstrations import (
    CLEAN,
    Demonstration,
    demonstration_path,
    save_demonstration,
)

DEMONSTRATIONS = (
    Settings(),
    replace(Settings(), model="shapes-hard", source=shapes_source("hard")),
    replace(Settings(), model="shapes-wide", source=shapes_source("wide")),
)
"""What the window begins with, and the same with the other set of shapes, and on wide frames."""

MODES = ("off", "both", "prior")
"""Modes that the keys T, P and C show."""


def infer_demonstration(settings: Settings) -> Demonstration:
    """Infer a whole video in all modes of a demonstration, and from its clean frames."""
    model, video = open_model(settings.model), open_settings_video(settings)
    try:
        seen = make_input_video(settings, model, video)
        tracks = {
            mode: Track(model.network, seen.seen, seen.grid, TopDown.named(mode)) for mode in MODES
        }
        tracks[CLEAN] = Track(model.network, seen.seen, seen.grid, OFF, clean=True)
        frames = range(len(seen.seen))
        with np.errstate(all="raise", under="ignore"):
            runs = {
                name: recorded([track.state(index) for index in frames])
                for name, track in tracks.items()
            }
        return Demonstration(subject_of(settings, model.network, seen.seen), runs)
    finally:
        video.close()


def main() -> None:
    """Write the demonstrations of all bundled networks that have one."""
    for settings in DEMONSTRATIONS:
        path = demonstration_path(settings.model)
        path.parent.mkdir(exist_ok=True)
        save_demonstration(path, infer_demonstration(settings))
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
