"""The figures of the shapes experiment."""

import matplotlib.image
import numpy as np

from dpcn_app.experiments.shapes import ShapesResult, ShapesSeedResult
from dpcn_app.experiments.shapes_figures import PANELS, draw_shapes
from tests.helpers.some_scores import some_scores


def test_the_three_scatter_plots_are_drawn_as_png_and_svg(tmp_path):
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], 5)
    one = ShapesSeedResult(
        2,
        labels,
        {name: rng.uniform(0, 3, (15, 3)) for name in PANELS},
        {name: some_scores(kmeans=0.5, centroid=0.5, silhouette=0.1) for name in PANELS},
    )
    result = ShapesResult("easy", 1.5, (2,), ("square", "x", "diamond"), (one,), {}, 1.0)
    paths = draw_shapes(result, tmp_path)
    assert sorted(path.name for path in paths) == sorted(
        f"{name}.{suffix}" for name in PANELS for suffix in ("png", "svg")
    )
    for path in paths:
        if path.suffix == ".png":
            picture = matplotlib.image.imread(path)
            assert picture.shape[:2] == (1000, 1000)
            colours = np.unique((picture[..., :3] * 255).astype(int).reshape(-1, 3), axis=0)
            assert len(colours) > 50  # three colours of markers over axes, not an empty sheet
        else:
            assert "<svg" in path.read_text()
