"""The table of robustness in a terminal."""

from rich.console import Console

from dpcn_app.commands.reproduce_robustness import tables
from dpcn_app.experiments.robustness import MEASURES, MODES, RobustnessResult


def a_result(*values: float) -> RobustnessResult:
    measured = {name: list(values) for name in MEASURES}
    return RobustnessResult(
        shape_set="hard",
        noises=(1.5,),
        seeds=tuple(range(len(values))),
        conditions={mode: {1.5: measured} for mode in MODES},
        average_weights={1.5: 0.15},
        clean_kmeans=[],
        health=[],
        examples={},
        checks={},
        seconds=1.0,
    )


def printed(result: RobustnessResult) -> list[str]:
    console = Console(width=80)
    with console.capture() as capture:
        for table in tables(result, 1.5):
            console.print(table)
    return capture.get().splitlines()


def test_everything_is_printed_whole_within_80_columns():
    lines = printed(a_result(-0.875, 0.2, 0.375))
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    assert text.count("-.10 (-.88)") == len(MODES) * len(MEASURES)
    assert all(sum(line.split()[:1] == [mode] for line in lines) == 2 for mode in MODES)
    for title in MEASURES.values():
        assert all(word in text for word in title.replace(",", "").split())


def test_a_mean_of_one_keeps_its_digit():
    assert "1.00 (1.00)" in "\n".join(printed(a_result(1.0, 1.0)))
    assert "10.00 (10.00)" in "\n".join(printed(a_result(10.0)))
