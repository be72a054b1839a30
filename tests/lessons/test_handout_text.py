"""The page for students: steps, questions and conclusions, with markup shown as it is."""

from dpcn_app.lessons.handout_text import HandoutStep, handout_page
from dpcn_app.lessons.reading import read_lesson

TEXT = """# Noise & <b>more
- minutes: 1
- about: it

## First [one](x)
- wait: key T

Said.

? Which?
A. this
B. that

= It was {answer}.

## Second

The end.
"""


def test_a_page_tells_a_lesson_step_by_step():
    lesson = read_lesson(TEXT)
    first = HandoutStep(lesson.steps[0], ("Said.",), "It was 0.5.", ("p/1a.png", "p/1b.png"))
    second = HandoutStep(lesson.steps[1], ("The end.",), "", ("p/2a.png",))
    parts = handout_page(lesson, [first, second]).strip().split("\n\n")
    assert parts == [
        r"# Noise &amp; \<b\>more",
        "*it*",
        r"## 1. First \[one\](x)",
        "Said.",
        "![The window in step 1](p/1a.png)",
        "**Which?**",
        "- A. this\n- B. that",
        "*Then T is pressed.*",
        "![The window in step 1](p/1b.png)",
        "> It was 0.5.",
        "## 2. Second",
        "The end.",
        "![The window in step 2](p/2a.png)",
    ]
