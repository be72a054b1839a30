"""The figure of the departures."""

from pathlib import Path

from dpcn_app.experiments.departures import CONTROL, DepartureSet, Run, Values, reproduce_departures
from dpcn_app.experiments.departures_figures import draw_departures


def work(run: Run) -> Values:
    return {name: {"score": 0.5 + 0.01 * run.seed} for name in run.names}


def test_the_figure_is_written_as_png_and_svg_with_a_line_for_each_departure(
    tmp_path: Path,
) -> None:
    titles = {CONTROL: "as it is", "one": "the first", "other": "the second"}
    kind = DepartureSet(titles, (tuple(titles),), {"score": "score", "lacking": "none"}, 60, work)
    paths = draw_departures(reproduce_departures({"toy": kind}, "toy", seeds=(1, 2)), tmp_path)
    assert [path.suffix for path in paths] == [".png", ".svg"]
    assert all(path.stat().st_size > 1000 for path in paths)
