"""The command `dpcn-app bench`, called as the command line calls it."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from dpcn_app.benchmarks.benchmark import (
    FULL,
    QUICK,
    BenchmarkResult,
    BenchmarkSizes,
    run_benchmark,
)
from dpcn_app.commands import bench
from dpcn_app.engine.network import Network
from dpcn_app.errors import UserError


def parsed(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    bench.add_arguments(parser)
    return parser.parse_args(arguments)


Report = Callable[[float, str], None]
Measured = tuple[BenchmarkResult, list[tuple[float, str]]]


@pytest.fixture(scope="module")
def measured() -> Measured:
    """A run, and the progress that it told of."""
    told: list[tuple[float, str]] = []
    return run_benchmark(QUICK, report=lambda share, words: told.append((share, words))), told


@pytest.fixture
def result(measured: Measured) -> BenchmarkResult:
    return measured[0]


def test_json_is_one_document_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(parsed("--quick", "--json")) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    document = json.loads(printed.out)
    assert [each["what"] for each in document["frames"]] == [
        "easy, bottom-up",
        "easy, top-down both",
        "hard, bottom-up",
        "hard, top-down both",
        "natural, bottom-up",
    ]
    assert [each["what"] for each in document["joint"]] == [
        "4 frames of easy shapes",
        "a natural frame",
    ]
    assert document["environment"]["threads"] == 1
    assert document["sizes"]["rounds"] == QUICK.rounds
    assert [each["sizes"] for each in document["growth"]] == [
        [10, 20],
        [1, 4],
        [1024, 4096],
        [72 * 88, 4 * 72 * 88],
    ]
    assert document["training"]["layers"][1]["numpy_to_exact"]["median"] > 0


def test_the_tables_show_ratios_first_and_say_what_was_reckoned(
    result: BenchmarkResult,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(sizes: BenchmarkSizes, network: Network | None, report: Report) -> BenchmarkResult:
        assert (sizes, network) == (FULL, None)
        return result

    monkeypatch.setattr(bench, "run_benchmark", full)
    assert bench.run(parsed()) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    text = printed.out
    assert text.index("How many times as long") < text.index("Time for one frame")
    ratio = result.frames[0].numpy_to_exact
    assert f"{ratio.median:.1f}× ({ratio.lowest:.1f}–{ratio.highest:.1f})" in text
    assert "NumPy: reckoned" in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 80


def test_progress_is_told_from_beginning_to_end(measured: Measured) -> None:
    _, told = measured
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert (told[0], told[-1]) == ((0, "compiling"), (1, "done"))


def test_a_terminal_sees_progress_on_stderr(
    result: BenchmarkResult,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def reporting(sizes: BenchmarkSizes, network: None, report: Report) -> BenchmarkResult:
        report(0.5, "training")
        return result

    monkeypatch.setattr(bench, "run_benchmark", reporting)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich then takes every output for a terminal
    bench.run(parsed("--json"))
    printed = capsys.readouterr()
    assert "training" in printed.err
    assert json.loads(printed.out)["network"] == result.network


def test_a_model_that_does_not_exist_is_refused_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench, "run_benchmark", lambda *_: pytest.fail("measured"))
    with pytest.raises(UserError, match="no model or file"):
        bench.run(parsed("--model", "nowhere"))


PAGE = "".join(f"<!-- table: {name} -->\n<!-- end of table -->\n" for name in bench.TABLES)


def test_a_page_gets_all_tables_with_how_they_were_measured(
    result: BenchmarkResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "run_benchmark", lambda *_: result)
    page = tmp_path / "speed.md"
    page.write_text(PAGE)
    assert bench.run(parsed("--quick", "--page", str(page))) == 0
    frames, training, growth = page.read_text().split("<!-- end of table -->\n")[:3]
    ratio = result.frames[0].numpy_to_exact
    written = f"{ratio.median:.1f}× ({ratio.lowest:.1f}–{ratio.highest:.1f})"
    assert f"| easy, bottom-up | {written} |" in frames
    joint = result.joint[1].joint_to_states
    written = f"{joint.median:.1f}× ({joint.lowest:.1f}–{joint.highest:.1f})"
    assert f"| a natural frame, {result.joint[1].patches} patches | {written} |" in frames
    assert "NumPy: reckoned" in training
    assert f"| frames at once | {result.growth[1].slope:.2f} | 1: " in growth
    for table in (frames, training, growth):
        assert "Written by `dpcn-app bench --quick`." in table
        assert f"NumPy {result.environment.numpy}" in table


@pytest.mark.parametrize("missing", bench.TABLES)
def test_a_page_that_lacks_a_place_is_refused_before_anything_is_measured(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "run_benchmark", lambda *_: pytest.fail("measured"))
    page = tmp_path / "speed.md"
    page.write_text(PAGE.replace(f"table: {missing} ", "table: other "))
    with pytest.raises(UserError, match=f"no place for the table '{missing}'"):
        bench.run(parsed("--page", str(page)))
