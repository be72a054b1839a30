"""What a page is to show of what is open: modes to choose from, frames, and maybe a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.modes import belief_in, believing
from dpcn_app.errors import UserError
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.live.belief_words import classes_to_look_for
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.told_lesson import shown_in, with_modes

MOST_FRAMES = 3_000
"""Most frames of a page."""


@dataclass(frozen=True, eq=False)
class PageOrder:
    """What a page is to show.

    Parameters
    ----------
    settings
        The network, the video, its noise, and the modes.
    first, frames
        The frame to begin with, from 0, and most frames to show.
    lesson
        The lesson to tell; None for none.
    """

    settings: Settings
    first: int = 0
    frames: int = 300
    lesson: Lesson | None = None

    @property
    def words(self) -> list[str]:
        """The choices as words of `dpcn-app export page`."""
        frames = f"{self.first + 1}-{self.first + self.frames}"
        return ["--modes", ",".join(self.settings.modes), "--frames", frames]

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
