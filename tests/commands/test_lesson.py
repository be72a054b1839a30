"""`dpcn-app lesson`: the list, the check, and what opens the window."""

from argparse import Namespace

import pytest

from dpcn_app import cli
from dpcn_app.gui import display
from dpcn_app.lessons.library import list_lessons, own_lessons
from tests.helpers.closed_folder import close_folder

GOOD = "# Mine\n- minutes: 2\n\n## One\n\nSaid.\n"


@pytest.fixture(autouse=True)
def no_lessons_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_the_list_names_every_lesson(capsys):
    assert cli.main(["lesson", "--list"]) == 0
    told = capsys.readouterr().out
    assert "noise" in told and f"go into {own_lessons()}\n" in told


def test_a_good_text_is_told_so(tmp_path, capsys):
    path = tmp_path / "mine.md"
    path.write_text(GOOD)
    assert cli.main(["lesson", str(path), "--check"]) == 0
    assert "1 steps, no mistakes" in capsys.readouterr().out


def test_every_mistake_is_told_with_its_line_and_the_exit_code_is_2(tmp_path, capsys):
    path = tmp_path / "mine.md"
    path.write_text(GOOD + "\n## Two\n- noise: loud\n- light: sun\n\nSaid {speed:off}.\n")
    assert cli.main(["lesson", str(path), "--check"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1] for line in lines] == ["9", "10", "12"]
    assert all(line.startswith(str(path)) for line in lines)


@pytest.mark.parametrize(
    "words",
    [
        ["nosuch"],
        ["nosuch", "--check"],
        [],
        ["no/such.md"],
        ["n" * 300, "--check"],
        [f"{'n' * 300}.md", "--check"],
    ],
)
def test_what_is_no_lesson_is_refused_with_one_sentence(words, capsys):
    assert cli.main(["lesson", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith("dpcn-app: ") and len(told.splitlines()) == 1
    assert "went wrong inside" not in told


def test_a_text_that_may_not_be_read_is_told_so(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "mine.md").write_text(GOOD)
    close_folder(folder, monkeypatch)
    assert cli.main(["lesson", str(folder / "mine.md"), "--check"]) == 2
    assert "mine.md cannot be read: Permission denied." in capsys.readouterr().err


def test_a_lesson_opens_the_window(monkeypatch):
    opened: list[Namespace] = []

    def take(arguments: Namespace) -> int:
        opened.append(arguments)
        return 0

    monkeypatch.setattr(cli, "_window", take)
    assert cli.main(["--theme", "projector", "lesson", "noise"]) == 0
    (arguments,) = opened
    assert (arguments.lesson.title, arguments.theme, arguments.file) == ("Noise", "projector", None)


def test_without_a_display_a_lesson_says_that_it_needs_one(monkeypatch, capsys):
    monkeypatch.setattr(display, "missing_display", lambda: "there is no display")
    assert cli.main(["lesson", "noise"]) == 2
    assert "A lesson needs a window" in capsys.readouterr().err


def test_no_name_is_cut_in_a_narrow_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(["lesson", "--list"]) == 0
    told = capsys.readouterr().out
    for entry in list_lessons():
        assert entry.name in told
