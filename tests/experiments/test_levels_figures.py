"""The figure of the levels experiment."""

from pathlib import Path

from dpcn_app.experiments.levels_figures import draw_levels
from tests.experiments.test_levels import seed_result


def test_the_figure_is_written_and_the_same_each_time(tmp_path: Path) -> None:
    paths = draw_levels(seed_result(), tmp_path)
    assert [path.name for path in paths] == ["levels.png", "levels.svg"]
    first = paths[0].read_bytes()
    assert len(first) > 10_000
    assert draw_levels(seed_result(), tmp_path)[0].read_bytes() == first
