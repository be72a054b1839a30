"""The figure of the experiment with closed eyes."""

from dpcn_app.experiments.eyes_closed_figures import draw_eyes_closed
from tests.experiments.test_eyes_closed import result


def test_the_figure_is_written_as_png_and_svg_and_the_same_each_time(tmp_path) -> None:
    paths = draw_eyes_closed(result(), tmp_path)
    assert [path.name for path in paths] == ["eyes-closed.png", "eyes-closed.svg"]
    drawn = paths[1].read_text()
    first = paths[0].read_bytes()
    assert "svg" in drawn
    assert draw_eyes_closed(result(), tmp_path)[0].read_bytes() == first
