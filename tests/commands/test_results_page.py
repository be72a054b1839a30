"""Pages of results: what stands between the marks is written, and nothing else is touched."""

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from dpcn_app.benchmarks.peers.races import RACES
from dpcn_app.commands import bench
from dpcn_app.commands.results_page import ResultsPage, add_page_argument, command_line
from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import resources

PAGE = """# Results

Prose before.

<!-- table: easy -->
old numbers
<!-- end of table -->

Prose between.

<!-- table: hard -->
<!-- end of table -->
Prose after.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def test_a_table_takes_the_place_of_what_stood_between_its_marks(page: Path) -> None:
    ResultsPage(page, ["easy"]).write({"easy": "| new |\n"})
    assert page.read_text() == PAGE.replace("old numbers\n", "\n| new |\n\n")


def test_writing_again_replaces_and_does_not_add(page: Path) -> None:
    for table in ("| first |", "| second |", "| second |"):
        ResultsPage(page, ["hard"]).write({"hard": table})
    text = page.read_text()
    assert "first" not in text
    assert text.count("| second |") == 1
    assert "old numbers" in text


def test_several_tables_are_written_together(page: Path) -> None:
    ResultsPage(page, ["easy", "hard"]).write({"easy": "| one |", "hard": "| two |"})
    text = page.read_text()
    assert text.index("| one |") < text.index("Prose between") < text.index("| two |")


def test_a_table_may_hold_anything_that_markdown_holds(page: Path) -> None:
    table = r"γ \1 \g<0> | ✗ |"
    ResultsPage(page, ["easy"]).write({"easy": table})
    assert table in page.read_text(encoding="utf-8")


def test_prose_that_was_changed_while_tables_were_measured_is_kept(page: Path) -> None:
    opened = ResultsPage(page, ["easy"])
    page.write_text(PAGE.replace("Prose after.", "Better prose."))
    opened.write({"easy": "| new |"})
    assert "Better prose." in page.read_text()


def test_ends_of_lines_stay_as_the_page_has_them(page: Path) -> None:
    page.write_bytes(PAGE.replace("\n", "\r\n").encode())
    ResultsPage(page, ["easy"]).write({"easy": "| a |\n| b |"})
    written = page.read_bytes()
    assert b"| a |\r\n| b |\r\n" in written
    assert written.count(b"\n") == written.count(b"\r\n")


def test_a_page_that_cannot_be_written_whole_stays_as_it_was(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    opened = ResultsPage(page, ["easy"])
    monkeypatch.setattr("dpcn_app.storage.atomic.os.fsync", full)
    with pytest.raises(UserError, match="disk is full"):
        opened.write({"easy": "| new |"})
    assert page.read_text() == PAGE
    assert list(page.parent.iterdir()) == [page]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# Nothing\n", "no place for the table 'easy'.*<!-- table: easy -->"),
        ("<!-- table: easy -->\n", "no place for the table 'easy'.*<!-- end of table -->"),
        (
            "<!-- table: easy -->\n<!-- table: hard -->\n<!-- end of table -->\n",
            "no place for the table 'easy'",
        ),
        ("<!-- table: easy -->\n<!-- end of table -->\n" * 2, "2 places for the table 'easy'"),
        ("See <!-- table: easy -->\n<!-- end of table -->\n", "no place"),
    ],
)
def test_a_page_without_a_place_for_the_table_is_refused(
    page: Path, text: str, complaint: str
) -> None:
    page.write_text(text)
    with pytest.raises(UserError, match=complaint):
        ResultsPage(page, ["easy"])


def test_a_page_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no page .*missing.md; give a Markdown file"):
        ResultsPage(tmp_path / "missing.md", ["easy"])
    with pytest.raises(UserError, match="is a folder"):
        ResultsPage(tmp_path, ["easy"])
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    with pytest.raises(UserError, match="is no text"):
        ResultsPage(picture, ["easy"])
    with pytest.raises(UserError, match="cannot be read"):
        ResultsPage(picture / "page.md", ["easy"])


def test_a_page_that_may_not_be_written_is_refused_at_once(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.storage.atomic.os.access", lambda *_: False)
    with pytest.raises(UserError, match="protected against writing"):
        ResultsPage(page, ["easy"])


def test_the_option_takes_a_path_and_may_be_left_out() -> None:
    parser = ArgumentParser()
    add_page_argument(parser)
    assert parser.parse_args(["--page", "a.md"]).page == Path("a.md")
    assert parser.parse_args([]).page is None


def test_a_command_is_told_with_the_options_that_decide_its_result() -> None:
    arguments = Namespace(seeds="1,2", frames=None, quick=True, json=True, video="my film.mp4")
    told = command_line(("reproduce", "natural"), arguments, ("video", "seeds", "frames", "quick"))
    assert told == "dpcn-app reproduce natural --video 'my film.mp4' --seeds 1,2 --quick"


RESULTS = resources() / "results"


@pytest.mark.parametrize(
    ("page", "tables"),
    [
        ("shapes.md", ["easy", "hard"]),
        ("robustness.md", ["easy", "hard"]),
        ("attention.md", ["easy", "hard"]),
        ("states.md", ["states"]),
        ("natural.md", ["photographs", "objects", "cutouts"]),
        ("speed.md", bench.TABLES),
        ("peers.md", list(RACES)),
    ],
)
def test_our_own_pages_have_a_place_for_every_table(page: str, tables: list[str]) -> None:
    ResultsPage(RESULTS / page, tables)
    assert page in (RESULTS / "README.md").read_text(encoding="utf-8")


def test_all_that_our_own_pages_link_to_exists() -> None:
    for page in (*RESULTS.glob("*.md"), resources().parent / "README.md"):
        links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        missing = [
            each for each in links if "://" not in each and not (page.parent / each).exists()
        ]
        assert missing == [], page
