"""The notebooks run from start to end, draw what they say, and are kept without their outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dpcn_app.storage.bundled import resources

BOOKS = sorted((resources() / "notebooks").glob("*.ipynb"))


def cells(book, kind):
    return [cell for cell in book.cells if cell.cell_type == kind]


@pytest.fixture(params=BOOKS, ids=lambda path: path.stem)
def book(request):
    return nbformat.read(request.param, as_version=4)


def test_there_are_three() -> None:
    assert [path.name[:2] for path in BOOKS] == ["1-", "2-", "3-"]


def test_it_is_kept_without_outputs_and_small(book):
    nbformat.validate(book)
    assert not any(cell.outputs or cell.execution_count for cell in cells(book, "code"))
    assert len(nbformat.writes(book)) < 20_000
    assert book.cells[0].source.startswith("# ")


# The kernel says so on every start; it talks to this process alone, on this machine.
@pytest.mark.filterwarnings("ignore:Kernel is running over TCP")
def test_it_runs_from_start_to_end(book, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    client = NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in cells(book, "code") for output in cell.outputs]
    assert [each.text for each in outputs if each.get("name") == "stderr"] == []
    pictures = [each for each in outputs if "image/png" in each.get("data", {})]
    assert len(pictures) >= 3
    assert not list(tmp_path.glob("*.*"))  # what it writes goes into folders of its own
