"""Figures as files."""

from matplotlib.figure import Figure

from dpcn_app.experiments.figure_files import save_figures


def figure() -> Figure:
    made = Figure(figsize=(2, 1))
    made.add_subplot().plot([1, 2, 1], label="a line")
    return made


def without_date(svg: str) -> list[str]:
    return [line for line in svg.splitlines() if "<dc:date>" not in line]


def test_each_is_a_png_and_an_svg_of_its_name(tmp_path) -> None:
    paths = save_figures({"one": figure(), "two": figure()}, tmp_path, dpi=50)
    assert [path.name for path in paths] == ["one.png", "one.svg", "two.png", "two.svg"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text()


def test_the_same_figure_is_the_same_drawing(tmp_path) -> None:
    first, second = (save_figures({name: figure()}, tmp_path) for name in ("one", "two"))
    assert first[0].read_bytes() == second[0].read_bytes()
    assert without_date(first[1].read_text()) == without_date(second[1].read_text())
