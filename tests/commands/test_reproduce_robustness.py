"""The tables of robustness in a terminal and in a page."""

from pathlib import Path

import pytest
from rich.console import Console

from dpcn_app.cli import main
from dpcn_app.commands.reproduce_robustness import EXPERIMENT, OVERVIEW, overview, sheets_at
from dpcn_app.experiments.robustness import AVERAGE, MEASURES, MODES, RobustnessResult
from tests.helpers.command_line import refusal


def a_result(*values: float) -> RobustnessResult:
    measured = {name: list(values) for name in MEASURES}
    return RobustnessResult(
        shape_set="hard",
        noises=(1.5, 3.0),
        seeds=tuple(range(len(values))),
        conditions={mode: {1.5: dict(measured), 3.0: dict(measured)} for mode in MODES},
        average_weights={1.5: {"silhouette": 0.15}, 3.0: {"kmeans": 0.1}},
        clean_kmeans=[0.99, 0.97],
        health=[0.9, 0.8],
        examples={},
        checks={"it holds": True},
        seconds=1.0,
    )


def printed(result: RobustnessResult) -> list[str]:
    console = Console(width=80)
    with console.capture() as capture:
        for sheet in sheets_at(result, 1.5):
            console.print(sheet.for_terminal())
    return capture.get().splitlines()


def row_of(result: RobustnessResult, measure: str) -> list[str]:
    """The cells of a measure in the overview."""
    return next(list(row[1:]) for row in overview(result).rows if row[0] == MEASURES[measure])


def test_everything_is_printed_whole_within_80_columns() -> None:
    lines = printed(a_result(-0.875, 0.2, 0.375))
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    assert text.count("-.10 ±1.68") == len(MODES) * len(MEASURES)
    assert all(sum(line.split()[:1] == [mode] for line in lines) == 2 for mode in MODES)
    for title in MEASURES.values():
        assert all(word in text for word in title.replace(",", "").split())


def test_a_mean_of_one_keeps_its_digit_and_one_seed_has_no_interval() -> None:
    assert "1.00 ±.00" in "\n".join(printed(a_result(1.0, 1.0)))
    assert "±.00" not in "\n".join(printed(a_result(10.0)))
    assert "10.00" in "\n".join(printed(a_result(10.0)))


def test_the_overview_has_all_amounts_of_noise_in_a_cell_and_the_best_in_bold() -> None:
    result = a_result(0.5, 0.5)
    result.conditions["prior"][1.5]["silhouette"] = [0.8, 0.9]
    result.conditions[AVERAGE][3.0]["silhouette"] = [0.6, 0.7]
    result.conditions["prior"][1.5]["leak"] = [0.2, 0.3]
    assert row_of(result, "silhouette") == [
        ".50 / .50",
        ".50 / .50",
        "**.85** / .50",
        ".50 / .50",
        ".50 / **.65**",
    ]
    assert row_of(result, "leak")[2] == "**.25** / **.50**"
    assert row_of(result, "leak")[0] == ".50 / **.50**"


def test_an_average_of_causes_has_no_picture_of_its_own() -> None:
    result = a_result(0.5)
    assert list(OVERVIEW)[-1] == AVERAGE
    assert row_of(result, "correlation")[-1] == ""
    assert row_of(result, "kmeans")[-1] != ""


def test_a_page_holds_the_overview_and_all_modes_to_unfold() -> None:
    page = EXPERIMENT.page_tables(a_result(0.5, 0.75))
    assert page.index("best average") < page.index("<details>") < page.index("| prior:T+D |")
    assert page.rstrip().endswith("</details>")
    assert "0.15 (silhouette)" in page and "0.1 (k-means)" in page


def test_words_tell_of_clean_video_and_of_health() -> None:
    words = EXPERIMENT.words(a_result(0.5))
    assert "K-means accuracy on clean video: .980 (.970)." in words
    assert "Health of the networks, from 0 to 1: .85 (.80)." in words


def test_a_page_is_written_for_the_set_that_was_asked(tmp_path: Path, monkeypatch, capsys) -> None:
    asked = []

    def reproduce(*arguments: object) -> RobustnessResult:
        asked.append(arguments[:4])
        return a_result(0.5, 0.75)

    monkeypatch.setattr("dpcn_app.commands.reproduce_robustness.reproduce_robustness", reproduce)
    page = tmp_path / "page.md"
    page.write_text("<!-- table: easy -->\n<!-- end of table -->\n")
    words = ["reproduce", "robustness", "--set", "easy", "--noise", "3,3,1", "--seeds", "0,1"]
    assert main([*words, "--page", str(page)]) == 0
    assert asked == [("easy", (3.0, 1.0), (0, 1), None)]
    assert "--set easy --noise 3,3,1 --seeds 0,1`." in page.read_text()
    assert "Verdict: pass" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--noise", "1.5,much"], "Amounts of noise are numbers"),
        (["--seeds", "two"], "Seeds are whole numbers"),
        (["--set", "odd"], "no set called 'odd'"),
        (["--frames", "-5"], "frames"),
        (["--frames", "few"], "--frames"),
        (["--page", "no-such-page.md"], "no page no-such-page.md"),
        (["--out", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], complaint: str, capsys) -> None:
    assert complaint in refusal(capsys, "reproduce", "robustness", *words)
