"""The command `dpcn-app bench peers`, called as the command line calls it."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from dpcn_app.benchmarks.peers import races
from dpcn_app.commands import bench
from dpcn_app.errors import UserError

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::PendingDeprecationWarning"
)


def parsed(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    bench.add_arguments(parser)
    return parser.parse_args(["peers", *arguments])


def test_races_are_run_one_at_a_time_and_drawn_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in races.RACES:
        assert bench.run(parsed("--quick", "--race", name, "--out", str(tmp_path), "--json")) == 0
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
    ]
    assert [growth["what"] for growth in lasso["growth"]] == [
        "lasso: states K",
        "lasso: pixels P of a patch",
        "lasso: patches at once",
    ]
    drawn = (tmp_path / "peers.svg").read_text()
    assert "<svg" in drawn


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
    assert "yes how far behind: 3.50× (asked 2×)" in printed.out
    assert printed.err == "Not installed, and so not in the race: spams-bin, sporco.\n"


def test_a_race_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UserError, match="no race called 'marathon'"):
        bench.run(parsed("--race", "lasso,marathon"))
