"""The README is true: its example runs, its links lead somewhere, its commands are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted((ROOT / "resources" / "results").glob("*.md"))


def test_it_is_short_enough_to_start_with() -> None:
    assert README.count("\n") <= 160


def test_the_example_of_the_engine_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.S)
    assert found is not None
    exec(found.group(1).replace("frames=300", "frames=2"), {})
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def test_every_make_target_that_it_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    text = README + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    targets = set(re.findall(r"(?:`|^    )make ([a-z]+)", text, re.M))
    assert {"run", "test"} <= targets
    assert targets <= set(re.findall(r"^([a-z]+):", makefile, re.M))


def test_every_page_of_results_has_its_tables_written() -> None:
    assert len(PAGES) > 4
    for page in PAGES:
        text = page.read_text("utf-8")
        tables = re.findall(r"<!-- table: .*? -->(.*?)<!-- end of table -->", text, re.S)
        assert all("|" in table for table in tables), page.name
