"""The table of a study, written and read."""

from pathlib import Path

import pytest
from pyarrow import parquet

from dpcn_app.errors import UserError
from dpcn_app.studies.results_table import as_csv, load_table, table_of, write_parquet
from tests.helpers.small_study import pretended, small_study

HEADS = "run,preset,seed,noise,mode,silhouette\n"


def rows() -> list[dict[str, str | float | None]]:
    return [
        {"run": number, **row, "model": "models/one.npz"}
        for number, task in enumerate(small_study().tasks(), 1)
        for row in pretended(task).rows
    ]


def test_a_table_read_again_is_the_table_that_was_written(tmp_path: Path) -> None:
    table = table_of(rows())
    (tmp_path / "results.csv").write_bytes(as_csv(table))
    for path in (tmp_path, tmp_path / "results.csv"):
        found = load_table(path)
        assert found.columns == table.columns
        assert as_csv(found) == as_csv(table) and found.folder == tmp_path
        assert found.column("silhouette") == pytest.approx(table.column("silhouette"), rel=1e-5)


def test_every_row_tells_its_seed_its_model_and_the_versions() -> None:
    table = table_of(rows())
    assert table.columns[:4] == ("run", "preset", "seed", "frames")
    assert table.columns[-5:] == ("model", "dpcn_app", "python", "numpy", "numba")
    assert all(all(row[-5:]) for row in table.rows)


def test_parquet_holds_the_same_cells_in_full(tmp_path: Path) -> None:
    table = table_of(rows())
    assert write_parquet(tmp_path / "results.parquet", table)
    found = parquet.read_table(tmp_path / "results.parquet")
    assert tuple(found.column_names) == table.columns
    for name in table.columns:
        assert found.column(name).to_pylist() == table.column(name)


def test_without_pyarrow_there_is_no_parquet_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert not write_parquet(tmp_path / "results.parquet", table_of(rows()))
    assert not list(tmp_path.iterdir())


def test_axes_are_what_may_vary_and_measures_are_what_was_measured() -> None:
    table = table_of(rows())
    assert table.axes["layer1.sparsity"] == [0.5, 0.7] and table.axes["seed"] == [1, 2, 3]
    assert table.axes["mode"] == ["off", "average:0.2"]
    assert table.measures == ["health", "silhouette", "leak"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no columns run, preset and seed"),
        ("a,b\n1,2\n", "no columns run, preset and seed"),
        (HEADS, "no rows yet"),
        (HEADS + ",,,,,\n", "holds no values yet"),
        (HEADS + "1,shapes,1,0,off,\n", "holds no values yet"),
        (HEADS + ",,,,,0.5\n", "holds no values yet"),
        (HEADS + "1,shapes,1,0\n", "line 2: there are 4 cells for 6 columns"),
        (HEADS + "1,shapes,1,0,off,high\n", "line 2: silhouette is a number, not 'high'"),
        (HEADS + "1,shapes,1,0,off,inf\n", "line 2: silhouette is a number"),
        (HEADS + "x,shapes,1,0,off,1\n", "line 2: run is a number"),
        (HEADS + f"1{'0' * 400},shapes,1,0,off,1\n", "line 2: run is a number"),
        ("run,run,preset,seed\n1,1,a,1\n", "is no table of a study"),
    ],
)
def test_what_is_no_table_is_refused_by_its_line(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "results.csv").write_text(text)
    with pytest.raises(UserError, match=reason):
        load_table(tmp_path)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="it is no text"):
        load_table(tmp_path)
    with pytest.raises(UserError, match="No such file"):
        load_table(tmp_path / "nowhere")
    with pytest.raises(UserError, match="File name too long"):
        load_table(tmp_path / ("n" * 300))
