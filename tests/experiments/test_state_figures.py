"""The figure of the state estimation."""

import numpy as np

from dpcn_app.experiments.state_estimation import METHODS, EstimationConfig, EstimationResult
from dpcn_app.experiments.state_figures import draw_states


def made_up(observations: tuple[int, ...], **means: list[float]) -> EstimationResult:
    wobble = np.array([0.999, 1.001])
    errors = {name: np.array(means[name])[:, None] * wobble for name in METHODS}
    return EstimationResult(EstimationConfig(), 1, observations, errors, 1.0)


def test_the_figure_is_drawn_as_png_and_svg(tmp_path) -> None:
    import matplotlib.image

    means = {name: [0.5, 0.1 + 0.1 * i] for i, name in enumerate(METHODS)}
    paths = draw_states(made_up((40, 60), **means), tmp_path)
    assert [path.name for path in paths] == ["states.png", "states.svg"]
    picture = matplotlib.image.imread(paths[0])
    colours = np.unique((picture[..., :3] * 255).astype(int).reshape(-1, 3), axis=0)
    assert len(colours) > 50
    assert "<svg" in paths[1].read_text()
