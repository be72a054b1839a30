"""The figures of the experiment on wide frames."""

from pathlib import Path

import numpy as np

from dpcn_app.experiments.wide_figures import _seen, _selectivity, draw_wide
from tests.experiments.test_wide import result


def test_figures_are_written_and_the_same_each_time(tmp_path: Path) -> None:
    paths = draw_wide(result(), tmp_path)
    names = {path.name for path in paths}
    assert names == {"context.png", "context.svg", "selectivity.png", "selectivity.svg"}
    before = [path.read_bytes() for path in paths if path.suffix == ".png"]
    again = [path.read_bytes() for path in draw_wide(result(), tmp_path) if path.suffix == ".png"]
    assert before == again


def test_every_pair_has_a_point_a_seed_in_every_surrounding() -> None:
    axes = _selectivity(result()).axes[0]
    points = [line for line in axes.lines if line.get_marker() not in ("None", None)]
    assert sum(np.size(line.get_xdata()) for line in points) == 6 * 4 * 2
    assert axes.get_xticklabels()[0].get_text() == "square\nnot diamond"


def test_a_frame_stands_above_what_is_seen_of_it() -> None:
    figure = _seen(result())
    titles = [axes.get_title() for axes in figure.axes]
    wanted = [f"{name} around" for name in ("square", "diamond", "nothing", "triangle")]
    assert titles == [*wanted, "", "", "", ""]
    assert figure.axes[4].get_ylabel() == "what is seen"
