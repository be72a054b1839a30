"""The figures of the robustness experiment."""

from pathlib import Path

import numpy as np
from matplotlib.image import imread

from dpcn_app.experiments.robustness import MEASURES, MODES, RobustnessResult
from dpcn_app.experiments.robustness_figures import draw_robustness


def test_both_figures_are_drawn_as_png_and_svg(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    conditions = {
        mode: {noise: {name: rng.random(2).tolist() for name in MEASURES} for noise in (1.5, 3.0)}
        for mode in MODES
    }
    pictures = {
        name: rng.random((32, 32)).astype(np.float32) for name in ("frame", "clean", *MODES)
    }
    result = RobustnessResult(
        shape_set="easy",
        noises=(1.5, 3.0),
        seeds=(1, 2),
        conditions=conditions,
        average_weights={1.5: {}, 3.0: {}},
        clean_kmeans=[1, 1],
        health=[1, 1],
        examples={1.5: pictures, 3.0: pictures},
        checks={},
        seconds=1.0,
    )
    paths = draw_robustness(result, tmp_path)
    assert sorted(path.name for path in paths) == [
        "fading.png",
        "fading.svg",
        "robustness.png",
        "robustness.svg",
    ]
    for path in paths:
        if path.suffix == ".png":
            assert imread(path).std() > 0.05
        else:
            assert "</svg>" in path.read_text()
