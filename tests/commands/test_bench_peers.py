"""The command `dpcn-app bench peers`, called as the command line calls it."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from dpcn_app.benchmarks.peers import races
from dpcn_app.commands import bench, bench_peers
from dpcn_app.errors import UserError

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::PendingDeprecationWarning"
)


PAGE = "".join(f"<!-- table: {name} -->\n<!-- end of table -->\n" for name in races.RACES)


def parsed(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    bench.add_arguments(parser)
    return parser.parse_args(["peers", *arguments])


def test_races_are_run_one_at_a_time_and_drawn_together(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path_factory.mktemp("page") / "peers.md"
    page.write_text(PAGE)
    for name in races.RACES:
        words = ("--quick", "--race", name, "--out", str(tmp_path), "--json")
        assert bench.run(parsed(*words, "--page", str(page))) == 0
        document = json.loads(capsys.readouterr().out)
        assert [race["name"] for race in document["races"]] == [name]
        assert document["machine"]["gemm_gflops"] > 0
        for requirement in document["races"][0]["requirements"]:
            assert requirement["met"] == (requirement["reached"] >= requirement["asked"])
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {f"{name}.json" for name in races.RACES} | {"peers.png", "peers.svg"}
    lasso = json.loads((tmp_path / "lasso.json").read_text())
    assert [heat["what"] for heat in lasso["heats"]] == [
        "noisy shapes, P=144 K=100, batch 8",
        "photograph, P=25 K=20, batch 8",
        "natural frame, P=225 K=400, batch 8",
    ]
    assert [growth["what"] for growth in lasso["growth"]] == [
        "lasso: states K",
        "lasso: pixels P of a patch",
        "lasso: patches at once",
    ]
    drawn = (tmp_path / "peers.svg").read_text()
    assert "<svg" in drawn
    on_page = dict(zip(races.RACES, page.read_text().split("<!-- end of table -->"), strict=False))
    for name, text in on_page.items():
        assert f"Written by `dpcn-app bench peers --race {name} --quick`." in text
        assert "GFLOP/s in a large product" in text
    assert "| photograph, P=25 K=20, batch 8 | " in on_page["lasso"]
    assert "scikit-learn cd" in on_page["lasso"]
    assert "| a natural frame, both layers, " in on_page["frame"]
    assert "NumPy ADMM" in on_page["lasso"]
    assert "<summary>Every heat in full</summary>" in on_page["temporal"]
    assert "Learning a dictionary: natural frames, 600 patches" in on_page["training"]


def test_tables_and_figures_asked_for_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    race = races.Race("lasso", requirements=(races.Requirement("how far behind", 2, 3.5),))
    monkeypatch.setitem(races.RACES, "lasso", lambda sizes: race)
    monkeypatch.setattr(
        races, "versions", lambda: {"spams-bin": None, "torch": "2", "sporco": None}
    )
    assert bench.run(parsed("--quick", "--race", "lasso")) == 0
    printed = capsys.readouterr()
    rows = [line.split() for line in printed.out.splitlines()]
    assert ["how", "far", "behind", "2×", "3.50×", "yes"] in rows
    assert printed.err == "Not installed, and so not in the race: spams-bin, sporco.\n"


def test_a_race_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UserError, match="no race called 'marathon'"):
        bench.run(parsed("--race", "lasso,marathon"))


def test_a_page_needs_places_for_the_races_that_are_run_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_peers, "run_races", lambda *_: pytest.fail("raced"))
    page = tmp_path / "peers.md"
    page.write_text("<!-- table: lasso -->\n<!-- end of table -->\n")
    with pytest.raises(UserError, match="no place for the table 'frame'"):
        bench.run(parsed("--race", "lasso,frame", "--page", str(page)))
    with pytest.raises(pytest.fail.Exception, match="raced"):
        bench.run(parsed("--race", "lasso", "--page", str(page)))


def test_options_before_the_word_peers_count_too() -> None:
    parser = ArgumentParser()
    bench.add_arguments(parser)
    arguments = parser.parse_args(["--json", "--quick", "--page", "a.md", "peers"])
    assert (arguments.json, arguments.quick, arguments.page) == (True, True, Path("a.md"))
    arguments = parser.parse_args(["peers"])
    assert (arguments.json, arguments.quick, arguments.page) == (False, False, None)
