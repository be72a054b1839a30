"""Telling a lesson: its steps are gone through without a window, and measured.

What the class would do by a key is done here by the same choice. The questions are answered on the
page, so that every answer has its conclusion.
"""

from __future__ import annotations

from dataclasses import replace

from dpcn_app.lessons.lesson import Lesson, LessonStep
from dpcn_app.lessons.walk import Walk
from dpcn_app.live import choices
from dpcn_app.live.belief_words import classes_to_look_for
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.settings import MOST_MODES, Settings
from dpcn_app.sharing.recording import Recording, record
from dpcn_app.sharing.story import Story, StoryStep
from dpcn_app.sharing.watched_frames import Report
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import Model
from dpcn_app.video.source import FrameSource

_WORK = 0.5  # seconds between two reports
_RECORDING = 0.6  # share of the time until the video is recorded, about


def record_with_lesson(
    lesson: Lesson,
    settings: Settings,
    frames: int,
    report: Report,
    model: Model | None = None,
    first: int = 0,
    seen: FrameSource | None = None,
) -> Recording:
    """Record a video as `record` does, and tell a lesson with it."""

    def part(share: float, words: str) -> None:
        report(_RECORDING * share, words)

    recording = record(settings, frames, part, model, first, seen)
    story = tell_lesson(
        lesson, settings, lambda share, words: report(_RECORDING + (1 - _RECORDING) * share, words)
    )
    return replace(recording, story=story)


def shown_in(lesson: Lesson) -> list[tuple[Settings, Settings]]:
    """Return the settings of every step, before and after what the class is to do."""
    found, settings = [], Settings()
    for step in lesson.steps:
        settings = replace(settings, **step.setup.settings)
        found.append((settings, _after(step, settings)))
    return found


def lesson_settings(lesson: Lesson) -> Settings:
    """Return the settings that a page of a lesson shows: the video of most steps, in their modes.

    Bottom-up comes first, so that everything can be compared with it.
    """
    shown = shown_in(lesson)
    keys = [before.frames_key for before, _ in shown]
    common = max(keys, key=keys.count)
    steps = [each for each, key in zip(shown, keys, strict=True) if key == common]
    return replace(steps[-1][0], modes=with_modes(("off",), steps))


def with_modes(
    first: tuple[str, ...], steps: list[tuple[Settings, Settings]], most: int = MOST_MODES
) -> tuple[str, ...]:
    """Return modes and those of some steps of a lesson after them, each once."""
    modes = [mode for step in steps for settings in step for mode in settings.modes]
    return tuple(dict.fromkeys((*first, *modes)))[:most]


def tell_lesson(lesson: Lesson, page: Settings, report: Report) -> Story:
    """Go through a lesson, measure what it concludes, and return it as a story.

    Parameters
    ----------
    lesson
        The lesson.
    page
        What the page shows; steps that look at another video are marked.
    report
        Is told the share done and what is being done; what it raises ends this.
    """
    walk, shown = Walk(lesson), shown_in(lesson)
    controller = Controller(shown[0][0], playing=False)
    try:
        told = []
        for index, (before, after) in enumerate(shown):
            report(index / len(shown), f"lesson, step {index + 1}")
            walk.begin(before)
            for settings in dict.fromkeys((before, after)):
                _show(controller, settings, walk.step.setup.frame)
                while controller.work(_WORK) is not None:
                    report((index + 0.5) / len(shown), f"lesson, step {index + 1}")
                walk.see(controller.snapshot())
            told.append(_told(walk, (before.modes, after.modes), before.frames_key, page))
            walk.go(1)
        return Story(lesson.title, tuple(told))
    finally:
        controller.close()


def _show(controller: Controller, settings: Settings, frame: int | None) -> None:
    controller.handle(Change(settings))
    if frame is not None:
        controller.handle(Jump(frame))


def _told(
    walk: Walk,
    modes: tuple[tuple[str, ...], tuple[str, ...]],
    key: tuple[object, ...],
    page: Settings,
) -> StoryStep:
    step = walk.step
    question = step.question
    conclusions = []
    for letter in "" if question is None else question.letters:
        walk.answer(letter)
        conclusions.append(_conclusion(walk))
    return StoryStep(
        title=step.title,
        said=walk.said,
        question="" if question is None else question.text,
        answers=() if question is None else question.answers,
        conclusions=tuple(conclusions) or (_conclusion(walk),),
        modes=modes,
        frame=step.setup.frame,
        here=key == page.frames_key,
    )


def _conclusion(walk: Walk) -> str:
    """Return the conclusion as it is once the class has done its part."""
    if walk.waiting and walk.step.awaited.kind == "key":
        walk.press(walk.step.awaited.key)
    return walk.conclusion


def _after(step: LessonStep, settings: Settings) -> Settings:
    """Return the settings after the key that a step waits for; as they were for any other."""
    key = step.awaited.key if step.awaited.kind == "key" else ""
    parts = known_parts(open_model(settings.model).network) if key else ""
    classes = classes_to_look_for(settings)
    match key:
        case "T":
            return choices.toggle_top_down(settings)
        case "P":
            return choices.toggle_prior(settings)
        case "C":
            return choices.toggle_compare(settings)
        case "0":
            return choices.let_go(settings)
        case "1" | "2" | "3" if int(key) <= len(classes):
            return choices.hold_belief(settings, parts, classes[int(key) - 1])
    return settings
