"""Reading a lesson: what it says, and every kind of mistake with its line."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Awaited
from dpcn_app.lessons.reading import (
    MOST_BYTES,
    MOST_SAID,
    MOST_STEPS,
    LessonError,
    load_lesson,
    read_lesson,
)

LESSON = """\
# Noise

- minutes: 4
- about: what noise does to the clusters

## Without noise
- noise: 0
- modes: off, both
- frame: 41
- playing: no
- panels: dictionary, causes
- select: cause 3 of layer 2
- camera: 30, 20, 1
- strengths: time=2, handed_down=3
- light: noise

The network watches
clean shapes.

A second paragraph.

## With noise
- noise: 1.5
- wait: silhouette:off > 0.1

Now press N.

? What becomes of the clusters?
A. They stay
B. They blur

= if silhouette:off < 0.7: You said {answer}; the silhouette fell to {silhouette:off}.
= else: Here it stayed at {silhouette:off}.
"""


def test_a_lesson_is_read_step_by_step():
    lesson = read_lesson(LESSON)
    assert (lesson.title, lesson.minutes) == ("Noise", 4)
    assert lesson.about == "what noise does to the clusters"
    first, second = lesson.steps
    assert first.said == ("The network watches clean shapes.", "A second paragraph.")
    assert first.setup.settings == {
        "noise": 0.0,
        "modes": ("off", "both"),
        "strengths": (("time", 2.0), ("handed_down", 3.0)),
    }
    assert (first.setup.frame, first.setup.playing) == (40, False)
    assert first.setup.panels == ("dictionary", "causes")
    assert first.setup.cause == (1, 2) and first.setup.camera == (30, 20, 1)
    assert first.light == "noise" and first.awaited == Awaited()
    assert second.awaited.kind == "number" and second.line == 22
    assert second.question is not None and second.question.letters == "AB"
    assert second.question.answers == ("They stay", "They blur")
    assert [each.when is None for each in second.conclusions] == [False, True]


HEAD = "# Title\n- minutes: 5\n\n"
STEP = HEAD + "## Step\n"

MISTAKES = [
    ("- minutes: 5\n\n## Step\n\nSaid.", 1, "lesson's title"),
    ("# Title\n\n## Step\n\nSaid.", 1, "how long"),
    ("# Title\n- minutes: many\n\n## Step\n\nSaid.", 2, "whole number from 1"),
    ("# One\n# Two\n- minutes: 5\n## Step\n\nSaid.", 2, "one title"),
    (HEAD, 1, "no step"),
    (HEAD + "Said before.\n\n## Step\n\nSaid.", 4, "before the first step"),
    (HEAD + "- volume: 11\n\n## Step\n\nSaid.", 4, "minutes and about"),
    (HEAD + "### Step\n\nSaid.", 4, "a step with '## '"),
    (STEP, 4, "says nothing"),
    (STEP + "- noise 0\n\nSaid.", 5, "'- name: value'"),
    (STEP + "- volume: 11\n\nSaid.", 5, "no setting 'volume'"),
    (STEP + "- noise: loud\n\nSaid.", 5, "numbers such as 1.5"),
    (STEP + "- noise: 99\n\nSaid.", 5, "goes from 0 to 20"),
    (STEP + "- modes: sideways\n\nSaid.", 5, "no mode called"),
    (STEP + "- source: /etc/passwd\n\nSaid.", 5, "generated videos"),
    (STEP + "- frame: 0\n\nSaid.", 5, "frame is a whole number from 1"),
    (STEP + "- playing: perhaps\n\nSaid.", 5, "yes or no"),
    (STEP + "- panels: kitchen\n\nSaid.", 5, "no panel 'kitchen'"),
    (STEP + "- light: moon\n\nSaid.", 5, "no light 'moon'"),
    (STEP + "- select: all\n\nSaid.", 5, "select like"),
    (STEP + "- select: atom 0\n\nSaid.", 5, "select like"),
    (STEP + "- select: atom 999999\n\nSaid.", 5, "no atom 999999: shapes-easy has 100"),
    (STEP + "- select: atom 300\n- model: shapes-easy\n\nSaid.", 5, "no atom 300: shapes-easy"),
    (STEP + "- select: cause 99 of layer 2\n\nSaid.", 5, "no cause 99: shapes-easy has"),
    (STEP + "- select: cause 1 of layer 9\n\nSaid.", 5, "no layer 9: shapes-easy has 2"),
    (
        STEP + "- training: preset=shapes-hard\n\nSaid.\n\n## Then\n- model: just trained\n"
        "- select: atom 999\n\nSaid.",
        11,
        "no atom 999: shapes-hard has",
    ),
    (STEP + "- camera: 1, 2\n\nSaid.", 5, "three numbers"),
    (STEP + "- noise: 0\n- noise: 1\n\nSaid.", 6, "given twice"),
    (STEP + "- wait: for it\n\nSaid.", 5, "wait for 'key T'"),
    (STEP + "- wait: key Any\n\nSaid.", 5, "no key"),
    (STEP + "- wait: key F99\n\nSaid.", 5, "no key 'F99'; it has 0, 1"),
    (STEP + "- wait: key Shift+Ctrl+K\n\nSaid.", 5, "no key 'Shift+Ctrl+K'"),
    (STEP + "- wait: loudness:off > 1\n\nSaid.", 5, "no number 'loudness'"),
    (STEP + "- wait: silhouette > 1\n\nSaid.", 5, "written like 'silhouette:both'"),
    (STEP + "- wait: answer\n\nSaid.", 4, "asks nothing"),
    (STEP + "- training: preset=mine\n\nSaid.", 5, "no preset 'mine'"),
    (STEP + "- run: lambda=7\n\nSaid.", 5, "from 0 to 1"),
    (STEP + "- stays: perhaps\n\nSaid.", 5, "yes or no"),
    (STEP + "- after: lunch\n\nSaid.", 5, "answer"),
    (STEP + "- after: answer\n- after: answer\n\nSaid.\n? Q\nA. a\nB. b", 6, "given twice"),
    (STEP + "- after: answer\n\nSaid.", 4, "asks nothing"),
    (STEP + "- noise_kind: gaussian\n- noise: 9\n\nSaid.", 4, "goes from 0 to 1"),
    (STEP + "\nSaid.\n- noise: 0", 7, "settings come first"),
    (STEP + "\nSaid {loudness:off}.", 6, "no number 'loudness'"),
    (STEP + "\nSaid.\n\n? Why?\nA. So", 4, "asks without answers"),
    (STEP + "\nSaid.\n\n? Why?\nB. So", 9, "should be 'A."),
    (STEP + "\nSaid.\n\nA. So", 8, "needs a question"),
    (STEP + "\nSaid.\n\n? Why?\n? How?", 9, "one question"),
    (STEP + "\nSaid.\n\n= if leak:off > 1: High.", 4, "conclude otherwise"),
    (STEP + "\nSaid.\n\n= else: Low.\n= if leak:off > 1: High.", 9, "put it last"),
    (STEP + "\nSaid.\n\n= if leak:off: High.\n= else: Low.", 8, "compares nothing"),
    (STEP + "\nSaid.\n\n= You said {answer}.", 4, "no question was asked"),
    (STEP + "\n" + "Said. " * (MOST_SAID // 5), 6, "characters"),
]


@pytest.mark.parametrize(("text", "line", "words"), MISTAKES)
def test_a_mistake_is_told_with_its_line_and_what_to_write(text, line, words):
    with pytest.raises(LessonError) as caught:
        read_lesson(text)
    told = [(each.line, each.what) for each in caught.value.mistakes]
    assert any(number == line and words in what for number, what in told), told


def test_there_are_many_kinds_of_mistakes():
    assert len(MISTAKES) >= 20


def test_all_mistakes_are_told_together():
    with pytest.raises(LessonError) as caught:
        read_lesson(STEP + "- volume: 11\n- noise: loud\n\nSaid.")
    assert [each.line for each in caught.value.mistakes] == [5, 6]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "## Step\n\nSaid.\n" * 10_000,
        "#" * 100_000,
        "{" * 100_000,
        HEAD + "## <img src=x>\n\n" + "{a}" * 150,
        STEP + "- source: /*/*/*\n\nSaid.",
        STEP + "- wait: " + "(" * 5_000 + "\n\nSaid.",
    ],
)
def test_a_hostile_text_is_refused(text):
    with pytest.raises(LessonError) as caught:
        read_lesson(text)
    assert len(caught.value.mistakes) <= 70


def test_more_steps_than_a_lesson_may_have_are_refused():
    with pytest.raises(LessonError, match=f"at most {MOST_STEPS}"):
        read_lesson(HEAD + "## Step\n\nSaid.\n" * (MOST_STEPS + 1))


def test_files_that_are_no_text_or_too_large_get_a_sentence(tmp_path):
    large, binary = tmp_path / "large.md", tmp_path / "binary.md"
    large.write_bytes(b"# T\n" * 2_500_000)
    assert large.stat().st_size > MOST_BYTES
    binary.write_bytes(b"\xff\xfe\x00")
    for path, words in (
        (large, "too large"),
        (binary, "UTF-8"),
        (tmp_path, "not a file"),
        (tmp_path / "none.md", "cannot be read"),
    ):
        with pytest.raises(UserError, match=words):
            load_lesson(path)


def test_a_lesson_is_read_from_its_file(tmp_path):
    path = tmp_path / "noise.md"
    path.write_text(LESSON, encoding="utf-8")
    assert load_lesson(path) == read_lesson(LESSON)
