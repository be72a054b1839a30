"""Natural frames for the benchmark: moving photographs, seen by the bundled network `natural`.

A frame is made of windows on several photographs side by side, 72×88 pixels each: four of them have
the size of a small video, 144×176.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from dpcn_app.benchmarks.scaling import Growth, tiled
from dpcn_app.benchmarks.solver_speed import Comparison, compare_on_video
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig

MODEL = "natural"
_WINDOW = (72, 88)


def natural_patches(frames: int, across: int) -> Array:
    """Return a video of `across` × `across` windows, cut into patches, (frames, patches, P)."""
    model = open_model(MODEL)
    windows = [
        MovingPhotographs(PhotographsConfig(_WINDOW, part="all", seed=seed), frames)
        for seed in range(across**2)
    ]
    grid = PatchGrid.of(
        model.network.spec, (across * _WINDOW[0], across * _WINDOW[1]), model.preprocessing
    )
    images = (
        tiled(np.stack([window.frame(index).image for window in windows]), across)
        for index in range(frames)
    )
    return np.stack([grid.cut(model.preprocessing.apply(image)) for image in images])


def natural_second_frame(across: int) -> tuple[Network, Array, NetworkState]:
    """Return the network, the patches of the second frame, and the state of the first."""
    network = open_model(MODEL).network
    before, now = natural_patches(2, across)
    return network, now, infer_step(network, before)


def compare_on_natural_frames(frames: int, across: int, rounds: int) -> Comparison:
    """Compare the solvers on a natural video, frame after frame, all layers."""
    video = natural_patches(frames, across)
    return compare_on_video(open_model(MODEL).network, "natural", video, "off", rounds)


def growth_with_natural_pixels(tiles: Sequence[int], rounds: int) -> Growth:
    """Time all layers on natural frames of different sizes."""
    tasks = {}
    for across in tiles:
        network, now, before = natural_second_frame(across)
        pixels = across**2 * _WINDOW[0] * _WINDOW[1]
        tasks[pixels] = partial(infer_step, network, now, before)
    return Growth.of("pixels of a natural frame", tasks, rounds)
