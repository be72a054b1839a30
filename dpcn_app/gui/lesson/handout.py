"""`dpcn-app lesson NAME --handout OUT.md`: a lesson walked off-screen, and written down.

Every number is measured while the page is made, and every picture is the window as the step sets
it up. Nothing is written before all of it is there.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from dpcn_app.errors import UserError
from dpcn_app.gui.app import make_application
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.lesson.lesson_setup import estimation_panel
from dpcn_app.gui.render import as_png
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.window import MainWindow
from dpcn_app.lessons.handout_text import BLANK, NOT_MEASURED, HandoutStep, handout_page
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.named_numbers import RUN_STEPS
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Command, Jump, Play
from dpcn_app.live.settings import Settings
from dpcn_app.storage.atomic import check_writable, replacing

OnStep = Callable[[int, int, str], None]

_SIZE = (1760, 960)  # of the window; the page of the lesson is cut off
_FRAME = 150  # shown where a step names none
_PATIENCE = 300.0  # seconds for a number, or a training
_OURS = re.compile(r"step-\d+[ab]\.png")


class UnattendedWindow(MainWindow):
    """A window whose commands are carried out at once, without a thread; its video stands still."""

    def __init__(self, themes: ThemeModel) -> None:
        settings = Settings()
        self.controller = Controller(settings, playing=False)
        super().__init__(themes, settings, None, remember=False)

    def ask(self, command: Command) -> None:
        """Carry a command out, unless it lets the video play."""
        if not isinstance(command, Play):
            self.controller.handle(command)

    def settle(self) -> None:
        """Do a piece of work, show what has come of it, and let Qt do its part."""
        due = self.controller.work(0.2)
        self.show_snapshot(self.controller.snapshot())
        QApplication.processEvents()
        if due is None or due > 0:
            threading.Event().wait(0.01)  # a training, or a run of estimators, works elsewhere

    @property
    def idle(self) -> bool:
        """Whether all frames that are shown are inferred."""
        return not self.controller.lively and bool(self.snapshot and self.snapshot.views)

    def picture(self) -> bytes:
        """Return the window but for its menus and the page of the lesson, as a PNG."""
        QApplication.processEvents()
        page = self.guide.dock.geometry()
        left, top = page.right() + 1, page.top()
        return as_png(self.grab(QRect(left, top, self.width() - left, self.height() - top)))

    @property
    def ready(self) -> bool:
        """Whether a step can be seen: its frames are inferred, and its estimators at work."""
        assert self.guide.walk is not None
        if "states" not in self.guide.walk.step.setup.panels:
            return self.idle
        page = estimation_panel(self).page
        run = None if page is None else page.picture.view
        return self.idle and run is not None and run.index + 1 >= RUN_STEPS


def write_handout(lesson: Lesson, out: Path, on_step: OnStep) -> None:
    """Walk a lesson and write it down, its pictures in a folder beside the page.

    Parameters
    ----------
    lesson
        The lesson.
    out
        The page to write, with the suffix .md.
    on_step
        Called before each step with its number, the number of steps, and its title.
    """
    if out.suffix != ".md":
        raise UserError(f"A handout is a page in Markdown; call it {out.stem or 'handout'}.md.")
    check_writable(out)
    folder = out.with_name(f"{out.stem}-pictures")
    _check_folder(folder)
    steps, pictures = walk_lesson(lesson, folder.name, on_step)
    _write_pictures(folder, pictures)
    with replacing(out) as file:
        file.write(handout_page(lesson, steps).encode())


def walk_lesson(
    lesson: Lesson, folder: str, on_step: OnStep
) -> tuple[list[HandoutStep], dict[str, bytes]]:
    """Return all steps as they were walked, and their pictures by the names of their files."""
    _, themes = make_application("light")
    window = UnattendedWindow(themes)
    try:
        window.resize(*_SIZE)
        window.show()
        for _ in add_panels(window):
            QApplication.processEvents()
        window.ask(Jump(_FRAME))
        window.guide.start(lesson, BLANK)
        steps: list[HandoutStep] = []
        pictures: dict[str, bytes] = {}
        for number in range(1, len(lesson.steps) + 1):
            on_step(number, len(lesson.steps), lesson.steps[number - 1].title)
            step, taken = _walk_step(window, number)
            pictures |= taken
            paths = tuple(f"{folder}/{name}" for name in taken)
            steps.append(HandoutStep(step.step, step.said, step.conclusion, paths))
            if number < len(lesson.steps):
                window.guide.lead(1)
    finally:
        window.close()
        window.controller.close()
    return steps, pictures


def _walk_step(window: UnattendedWindow, number: int) -> tuple[HandoutStep, dict[str, bytes]]:
    """Wait for a step's numbers, do what it waits for, and take its pictures."""
    walk = window.guide.walk
    assert walk is not None
    wait_until(window, lambda: window.ready and walk.numbers_said)
    pictures = {f"step-{number}a.png": window.picture()}
    if walk.asking:
        window.guide.lead(1)
    waits, shown_later = walk.waiting, bool(walk.step.setup.after)
    if waits:
        window.guide.lead(1)
        wait_until(window, lambda: not walk.waiting)
        if walk.waiting:
            walk.skip()
    wait_until(window, lambda: window.ready and bool(walk.conclusion or not walk.step.conclusions))
    if waits or shown_later:
        pictures[f"step-{number}b.png"] = window.picture()
    concluded = walk.conclusion or (NOT_MEASURED if walk.step.conclusions else "")
    return HandoutStep(walk.step, walk.said, concluded, ()), pictures


def wait_until(window: UnattendedWindow, condition: Callable[[], object]) -> None:
    """Let the window work until something is so, or patience ends."""
    deadline = time.monotonic() + _PATIENCE
    window.settle()
    while not condition() and time.monotonic() < deadline:
        window.settle()


# --- files ----------------------------------------------------------------------------------------


def _check_folder(folder: Path) -> None:
    """Refuse a folder that holds anything but the pictures of an earlier handout."""
    try:
        foreign = not all(map(_OURS.fullmatch, os.listdir(folder)))
    except FileNotFoundError:
        return
    except NotADirectoryError:
        foreign = True
    except OSError as error:
        raise _refusal(folder, error) from error
    if foreign:
        raise UserError(
            f"The pictures would go into {folder}, which holds other files; "
            "give the handout another name."
        )


def _write_pictures(folder: Path, pictures: dict[str, bytes]) -> None:
    """Put all pictures into a folder, in place of those of an earlier handout."""
    new = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
    try:
        new.mkdir()
        for name, content in pictures.items():
            (new / name).write_bytes(content)
        _check_folder(folder)
        if os.path.exists(folder):
            shutil.rmtree(folder)
        new.rename(folder)
    except OSError as error:
        raise _refusal(folder, error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _refusal(folder: Path, error: OSError) -> UserError:
    return UserError(
        f"The pictures cannot be written into {folder}: {error.strerror}; choose another folder."
    )
