"""The guide: leads the window through a lesson, and back to what was before it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDockWidget, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.lesson.lesson_light import LessonLight
from dpcn_app.gui.lesson.lesson_menu import LessonOffer
from dpcn_app.gui.lesson.lesson_page import LessonPage
from dpcn_app.gui.lesson.lesson_setup import (
    BeforeLesson,
    bring_about,
    estimation_panel,
    select,
    settings_of_step,
    training_panel,
    with_trained,
)
from dpcn_app.gui.theme import Theme
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.library import lesson_after
from dpcn_app.lessons.walk import Walk
from dpcn_app.live.choices import NoiseMemory
from dpcn_app.live.estimation_thread import RunView
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
_SHARE = 0.29  # of the window's width, for the page


class LessonGuide(GuardedEvents, QObject):
    """Brings about what a step wants, and tells the walk what happens in the window.

    While a question waits, the letters of its answers answer it and do nothing else; a field that
    is typed into keeps its letters.

    Parameters
    ----------
    window
        Where the lesson takes place.

    Attributes
    ----------
    page, dock, light
        What is read, where that is, and the frame around what matters.
    walk
        The way through the lesson; None where there is none.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.walk: Walk | None = None
        self._before: BeforeLesson | None = None
        self._left: BeforeLesson | None = None  # what the last lesson has brought back
        self._expected: Settings | None = None  # of the step
        self._expected_run: dict[str, float] | None = None  # of the State-estimation page
        self._to_select = False  # once the step's network is there
        self._trained = ""  # the network that was trained last in the lesson
        self._heard: set[QAction] = set()
        themes = window.context.themes
        self.page = LessonPage(themes.current)
        self.dock = QDockWidget("Lesson")
        self.dock.setObjectName("dock.lesson")
        self.dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.dock.setTitleBarWidget(QWidget())
        self.dock.setWidget(self.page)
        self.dock.hide()
        self.light = LessonLight(window)
        self.page.led.connect(self.lead)
        self.page.answered.connect(self.answer)
        self.page.counted.connect(self._answered)
        self.page.again.connect(self.set_up_again)
        self.page.left.connect(self.leave)
        self.dock.visibilityChanged.connect(self._stay)
        themes.changed.connect(self._use_theme)
        window.settings.changed.connect(self._follow_settings)
        window.installEventFilter(self)

    # --- beginning and ending ---------------------------------------------------------------------

    def start(self, lesson: Lesson, no_answer: str = "none given") -> None:
        """Begin a lesson (see `Walk`); another one that is under way ends, and leaves nothing.

        What was there before the first of them comes back in the end: the window may not show it
        yet when the next one begins.
        """
        self.leave()
        window = self._window
        self._hear_keys()
        left = None if window.is_up_to_date else self._left
        self._before = left or BeforeLesson.of(window)
        estimation_panel(window).run_shown.connect(self._see_run)
        estimation_panel(window).run_asked.connect(self._begin_run)
        window.settings.noise_memory = NoiseMemory()  # N brings the usual amount back
        self.walk = Walk(lesson, no_answer)
        self.page.show_walk(self.walk, lesson_after(lesson))
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)  # all of the height is for the page
        window.addDockWidget(_LEFT, self.dock)  # outside lessons no layout knows of it
        self.dock.show()
        window.show_hint(False)  # the lesson says which key to press
        for offer in window.findChildren(LessonOffer):
            offer.end()
        window.transport.spare_room(True)
        self._share_room()
        self._trained = ""
        self._enter(settings_of_step(lesson, 0, ""))
        self.page.setFocus()

    def leave(self) -> None:
        """End the lesson, and bring back what was there before it."""
        if self.walk is None:
            return
        self.walk, before, self._before = None, self._before, None
        self._left = before
        estimation_panel(self._window).run_shown.disconnect(self._see_run)
        estimation_panel(self._window).run_asked.disconnect(self._begin_run)
        self.page.show_walk(None)
        self.light.surround("")
        self._window.removeDockWidget(self.dock)
        self.dock.setParent(None)
        self._window.dock_layout.beside = 0
        self._window.show_hint(True)
        self._window.transport.spare_room(False)
        if before is not None:
            before.bring_back(self._window)
        if self._window.context.themes.current.name == "projector":
            self._window.dock_layout.share_room()

    # --- leading ----------------------------------------------------------------------------------

    def lead(self, steps: int) -> None:
        """Go a step on or back; where the step still waits, do first what it waits for.

        After the last step the next lesson begins.
        """
        walk = self.walk
        if walk is None:
            return
        wandered = self._wandered
        if steps > 0 and walk.waiting:
            self._do_awaited(walk)
        elif walk.go(steps):
            setup, current = walk.step.setup, self._window.settings.current
            forward = with_trained(replace(current, **setup.settings), self._trained)
            stay = setup.stays or (steps > 0 and not wandered)
            self._enter(forward if stay else self._settings_of_step(walk))
        elif steps > 0 and self.page.following is not None:
            self.start(self.page.following)

    def _settings_of_step(self, walk: Walk) -> Settings:
        return settings_of_step(walk.lesson, walk.index, self._trained)

    def _do_awaited(self, walk: Walk) -> None:
        """Press the key that is awaited, or Start; pass over anything else."""
        key = "" if walk.asking else walk.step.awaited.key
        action = next((each for each in self._heard if key in _keys(each)), None)
        start = training_panel(self._window).start_button
        if walk.step.awaited.kind == "training" and not walk.asking and start.isEnabled():
            start.click()
        elif key and action is not None and action.isEnabled():
            action.trigger()
        else:
            asked = walk.asking
            walk.skip()
            if asked:
                self._answered()
        self._refresh()

    def set_up_again(self) -> None:
        """Bring about again what the step shows, after somebody has wandered off."""
        if self.walk is not None:
            self._enter(self._settings_of_step(self.walk))

    def _enter(self, settings: Settings) -> None:
        """Bring about the current step."""
        walk = self.walk
        assert walk is not None
        setup = walk.step.setup
        if setup.after and walk.asking:
            settings = settings_of_step(walk.lesson, walk.index - 1, self._trained)
            setup = replace(setup, run=None)
        self._expected, self._to_select = settings, True
        walk.begin(settings)
        bring_about(self._window, setup, settings)
        self._expected_run = estimation_panel(self._window).run_values
        if self._window.pages.is_open:
            self.page.setFocus()  # a page takes the keys for itself
        self.light.surround(walk.step.light)
        if self._window.snapshot is not None:  # a video that is paused may send no other one
            self._select(walk, self._window.snapshot)
        self._refresh()

    # --- what happens -----------------------------------------------------------------------------

    def answer(self, letter: str) -> None:
        """Take an answer to the question that waits."""
        if self.walk is not None and self.walk.asking:
            self.walk.answer(letter)
            self._answered()
        self._refresh()

    def _answered(self) -> None:
        """Bring about what the step has held back until its question was answered."""
        if self.walk is not None and self.walk.step.setup.after:
            self._enter(self._settings_of_step(self.walk))
        self._refresh()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Take the numbers of a snapshot, if it shows what the window is set to."""
        walk = self.walk
        if walk is None or not self._is_current(snapshot):
            return
        self._select(walk, snapshot)
        walk.see(snapshot)
        if walk.has_trained(snapshot) and snapshot.training is not None:
            self._trained = snapshot.training.name
        self._refresh()
        self.light.follow()

    def _is_current(self, snapshot: Snapshot) -> bool:
        """Whether a snapshot shows what the window is set to."""
        current = self._window.settings.current
        return bool(snapshot.views) and snapshot.settings.inference_key == current.inference_key

    def _select(self, walk: Walk, snapshot: Snapshot) -> None:
        """Select what the step names, once its network is there."""
        if self._to_select and self._is_current(snapshot):
            self._to_select = False
            select(self._window, walk.step.setup, snapshot)

    def _begin_run(self) -> None:
        if self.walk is not None:
            self.walk.begin_run()
        self._refresh()

    def _see_run(self, run: RunView) -> None:
        """Take the numbers of a run of the State-estimation page."""
        if self.walk is not None:
            self.walk.see_run(run)
            self._refresh()
            self.light.follow()

    def _follow_settings(self, settings: Settings) -> None:
        """Take a change for the lesson's own, where it is; show the way back where it is not."""
        if self.walk is not None:
            self.walk.follow(settings)
            training = None if self._window.snapshot is None else self._window.snapshot.training
            taken_over = training is not None and settings.model == training.name
            if self.walk.step.setup.stays or (taken_over and self.walk.trains):
                self._expected = settings
        self._refresh()

    def _hear_keys(self) -> None:
        """Take note of every key of the window, and of its pages, that is pressed."""
        pages = (page.actions() for page in self._window.pages.panels.values())
        for action in {*self._window.actions(), *chain.from_iterable(pages)} - self._heard:
            action.triggered.connect(lambda _=False, action=action: self._press(action))
            self._heard.add(action)

    def _press(self, action: QAction) -> None:
        walk = self.walk
        if walk is None:
            return
        waited = walk.waiting
        for key in _keys(action):
            walk.press(key)
        if waited and not walk.waiting:  # what was asked for is no wandering off
            self._expected = self._window.settings.current
            self._expected_run = estimation_panel(self._window).run_values
        self._refresh()

    def _refresh(self) -> None:
        if self.walk is not None:
            self.page.refresh(wandered=self._wandered)

    @property
    def _wandered(self) -> bool:
        """Whether the window shows something else than the step has brought about."""
        window = self._window
        if window.settings.current != self._expected:
            return True
        own = self.walk is not None and "states" in self.walk.step.setup.panels
        run = estimation_panel(window).run_values
        return own and (window.pages.current != "states" or run != self._expected_run)

    # --- the window -------------------------------------------------------------------------------

    def _use_theme(self, theme: Theme) -> None:
        self.page.use_theme(theme)
        if self.walk is not None:
            self._share_room()
            self._refresh()

    def _share_room(self) -> None:
        """Give the page its share of the width; the causes have half of the rest on a projector."""
        window = self._window
        width = round(window.width() * _SHARE)
        window.dock_layout.beside = width
        self.page.setFixedWidth(width)
        if window.context.themes.current.name == "projector":
            QTimer.singleShot(0, window.dock_layout, window.dock_layout.share_room)

    def _stay(self) -> None:
        """Be there during a lesson, whatever a layout that comes back says."""
        if self.walk is not None and self.dock.isHidden():
            QTimer.singleShot(0, self, self._come_back)

    def _come_back(self) -> None:
        if self.walk is not None:
            self._window.addDockWidget(_LEFT, self.dock)
            self.dock.show()
            self._share_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let letters answer a question; keep the page's share when the window grows."""
        if self.walk is None:
            return False
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._keep_share)
        if isinstance(event, QKeyEvent) and self._is_answer(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                self.page.setFocus()  # a list that has the focus would take the letter
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.answer(event.text())
                return True
        return False

    def _keep_share(self) -> None:
        if self.walk is not None:
            self._share_room()
            self.light.follow()

    def _is_answer(self, event: QKeyEvent) -> bool:
        if self.walk is None or not self.walk.asking or self.walk.step.question is None:
            return False
        letter = event.text().upper()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        return plain and len(letter) == 1 and letter in self.walk.step.question.letters


def _keys(action: QAction) -> list[str]:
    """Return the keys of an action, as lessons write them."""
    return [key.toString() for key in action.shortcuts()]
