"""What a page is to show of what is open: modes to choose from, frames, and maybe a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.modes import belief_in, believing
from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.live.belief_words import classes_to_look_for
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.page_document import page_document
from dpcn_app.sharing.recording import record
from dpcn_app.sharing.told_lesson import record_with_lesson, shown_in, with_modes
from dpcn_app.sharing.watched_frames import Report
from dpcn_app.sharing.web_page import web_page
from dpcn_app.storage.models import Model

MOST_FRAMES = 3_000
"""Most frames of a page."""

_MADE = 0.95  # share of the time until everything is recorded, about


@dataclass(frozen=True, eq=False)
class PageOrder:
    """What a page is to show.

    Parameters
    ----------
    settings
        The network, the video, its noise, and the modes.
    model
        The network itself, where it is not a bundled one.
    first, frames
        The frame to begin with, from 0, and most frames to show.
    lesson
        The lesson to tell; None for none.
    """

    settings: Settings
    model: Model | None = None
    first: int = 0
    frames: int = 300
    lesson: Lesson | None = None

    def check(self) -> None:
        """Refuse what no page can show."""
        check_frames(self.frames)
        self.settings.check()


def check_frames(frames: int) -> None:
    """Refuse too few frames for a page, and too many."""
    if not 2 <= frames <= MOST_FRAMES:
        raise UserError(f"A page has 2 to {MOST_FRAMES:,} frames, not {frames:,}.")


def offered_modes(settings: Settings, parts: str, lesson: Lesson | None = None) -> dict[str, bool]:
    """Return the modes that a page can show of what is open, and whether each is usual.

    Parameters
    ----------
    settings
        What is open.
    parts
        The parts of the extended prior that the network knows.
    lesson
        A lesson to tell, whose steps on the same video show modes too.
    """
    usual = ("off", "both", *(("prior",) if parts else ()), *settings.modes)
    if lesson is not None:
        steps = [each for each in shown_in(lesson) if each[0].frames_key == settings.frames_key]
        usual = with_modes(usual, steps)
    above = "prior" if parts else "both"
    beliefs = [believing(above, name) for name in classes_to_look_for(settings)]
    believed = any(map(belief_in, usual))
    return dict.fromkeys(usual, True) | {each: believed or each in usual for each in beliefs}


def make_page(order: PageOrder, report: Report) -> bytes:
    """Record what a page is to show, and return the file.

    Parameters
    ----------
    order
        What to show.
    report
        Is told the share done and what is being done; what it raises ends this.
    """
    order.check()

    def part(share: float, words: str) -> None:
        report(_MADE * share, words)

    if order.lesson is None:
        recording = record(order.settings, order.frames, part, order.model, order.first)
    else:
        recording = record_with_lesson(
            order.lesson, order.settings, order.frames, part, order.model, order.first
        )
    report(_MADE, "writing")
    content = web_page(page_document(recording)).encode("utf-8", "replace")
    report(1.0, "done")
    return content
