"""Handouts: a lesson walked without a window, written whole or not at all."""

import pytest
from PySide6.QtGui import QImage

from dpcn_app import cli
from dpcn_app.gui.lesson import handout
from dpcn_app.gui.lesson.handout import write_handout
from dpcn_app.lessons.reading import read_lesson

LESSON = """# Small
- minutes: 1

## One
- source: shapes:set=easy,frames=60
- noise: 0
- wait: key G

Of this {explained:off %} is explained.

? Which?
A. this
B. that

= if active:off > 0: You said {answer}; {active:off} are active.
= else: None is.

## Two

The end.
"""


@pytest.fixture
def steps(monkeypatch) -> list[str]:
    return []


def write(out, steps: list[str]) -> None:
    write_handout(read_lesson(LESSON), out, lambda n, of, title: steps.append(f"{n}/{of} {title}"))


def test_a_lesson_is_written_down_with_pictures_and_measured_numbers(qapp, tmp_path, steps):
    out = tmp_path / "small.md"
    for _ in range(2):  # again, in place of the first
        steps.clear()
        write(out, steps)
        assert steps == ["1/2 One", "2/2 Two"]
    page, pictures = out.read_text(), tmp_path / "small-pictures"
    assert "Of this …" not in page and "% is explained" in page.replace("\u00a0", " ")
    assert "You said …………; " in page and "Then G is pressed" in page
    named = {"step-1a.png", "step-1b.png", "step-2a.png"}
    assert {each.name for each in pictures.iterdir()} == named
    assert all(f"(small-pictures/{name})" in page for name in named)
    first, after = (QImage(str(pictures / f"step-1{which}.png")) for which in "ab")
    assert first.width() > 1000 and first != after
    assert sorted(each.name for each in tmp_path.iterdir()) == ["small-pictures", "small.md"]


def test_what_fails_on_the_way_leaves_nothing_behind(qapp, tmp_path, monkeypatch, steps):
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(handout, "_walk_step", fail)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "small.md", steps)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("page.pdf", "call it page.md"),
        ("nowhere/page.md", "folder does not exist"),
        ("taken.md", "holds other files"),
        (f"{'n' * 250}.md", "File name too long; choose another folder"),
    ],
)
def test_a_place_that_cannot_be_written_to_gets_a_sentence(qapp, tmp_path, capsys, name, words):
    (tmp_path / "taken-pictures").mkdir()
    (tmp_path / "taken-pictures" / "mine.txt").write_text("mine")
    assert cli.main(["lesson", "noise", "--handout", str(tmp_path / name)]) == 2
    assert words in capsys.readouterr().err
    assert (tmp_path / "taken-pictures" / "mine.txt").read_text() == "mine"
    assert not (tmp_path / name).exists()
