"""Lessons in the window: what a step brings about, what leads on, and what leaving restores."""

from dataclasses import replace
from itertools import chain

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpcn_app.lessons.library import find_lesson
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.lessons.step_header import KEYS
from dpcn_app.live.engine_commands import Jump, Play, StartTraining, StopTraining
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import HandDriven, show_window

MINE = Settings(source=shapes_source("hard", frames=60), model="shapes-hard", noise=0.5, seed=3)
SMALL = """# Small
- minutes: 1

## One
- source: shapes:set=easy,frames=120
- noise: 1.5
- frame: 11
- playing: no
- panels: layers
- select: atom 7
- camera: 10, 30, 2
- light: mode
- wait: key T

Say {silhouette:off}.

? Which?
A. this
B. that

= if silhouette:both > silhouette:off: Up to {silhouette:both}; you said {answer}.
= else: Not up.

## Two
- modes: off, both
- light: causes

And on.
"""


@pytest.fixture
def window(qtbot) -> HandDriven:
    window = show_window(qtbot, MINE)
    window.resize(1280, 720)
    window.update_all()
    return window


@pytest.fixture
def led(window) -> HandDriven:
    window.guide.start(read_lesson(SMALL))
    window.update_all()
    return window


def press(window: HandDriven, key: Qt.Key) -> None:
    QTest.keyClick(window, key)
    settle(window)


def settle(window: HandDriven) -> None:
    """Infer all that is asked for; a video that plays is shown paused, or that would not end."""
    playing = window.controller.snapshot().playing
    window.controller.handle(Play(False))
    window.update_all()
    window.controller.handle(Play(playing))


def state(window: HandDriven) -> dict[str, object]:
    """Return all that a lesson must leave as it was."""
    context, snapshot = window.context, window.controller.snapshot()
    return {
        "settings": window.settings.current,
        "noise": window.settings.noise_memory,
        "frame": snapshot.frame.index,
        "playing": snapshot.playing,
        "camera": context.camera.place,
        "selected": (context.selection.atom, context.selection.cause),
        "overlays": context.overlays.current,
        "shown": {name for name, dock in window.docks.items() if not dock.isHidden()},
        "in front": {n for n, d in window.docks.items() if not d.visibleRegion().isEmpty()},
        "page": window.guide.dock.isVisible(),
        "light": window.guide.light.isVisible(),
    }


def test_leaving_a_lesson_brings_everything_back(window):
    window.ask(Jump(20))
    window.context.selection.select_atom(5)
    settle(window)
    before = state(window)
    window.guide.start(find_lesson("noise"))
    settle(window)
    walk, page = window.guide.walk, window.guide.page
    while not walk.at_end:
        if walk.asking:
            press(window, Qt.Key.Key_A)
            assert walk.answered.letter == "A"
        if walk.waiting:
            press(window, Qt.Key.Key_PageDown)  # presses what is awaited
        assert page.conclusion.text() and "…" not in page.conclusion.text()
        press(window, Qt.Key.Key_PageDown)
    page.leave.click()
    settle(window)
    QApplication.processEvents()
    assert state(window) == before


def test_a_lesson_that_begins_before_the_window_shows_what_the_last_one_brought_back(window):
    window.ask(Jump(20))
    settle(window)
    window.update_all()
    lesson = read_lesson(SMALL)
    for _ in range(2):  # the first leads to frame 12, which the window shows when the second begins
        window.guide.start(lesson)
        window.update_all()
        window.guide.leave()
        window.guide.start(lesson)
        window.guide.leave()
        assert [each for each in window.asked if isinstance(each, Jump)][-1] == Jump(20)
        window.update_all()


PAGES = """# Pages
- minutes: 1

## One
- panels: states
- run: lambda=0, seed=3
- light: memory
- wait: key L

A memory.

= Now it errs by {error(dynamic)}.

## Two
- panels: dictionary

Back.

## Three
- stays: yes

Wherever you are.
"""


def test_a_page_is_a_step_with_its_run_its_key_and_the_way_back(window, qtbot):
    guide, pages = window.guide, window.pages
    pages.open("states")
    panel = pages.panels["states"]
    panel.show_run({"gamma": 0.02, "seed": 9})
    before = panel.run_values
    guide.start(read_lesson(PAGES))
    settle(window)
    assert pages.current == "states" and panel.run_values["lambda"] == 0
    assert panel.run_values["seed"] == 3
    qtbot.waitUntil(guide.light.isVisible, timeout=60_000)
    press(window, Qt.Key.Key_L)
    assert panel.run_values["lambda"] == 0.01 and not guide.walk.waiting
    assert guide.page.conclusion.text() == "" and not guide.page.set_up.isVisible()
    qtbot.waitUntil(lambda: bool(guide.page.conclusion.text()), timeout=60_000)
    panel.show_run({"lambda": 0.1})
    assert guide.page.set_up.isVisible() and guide.page.conclusion.text() == ""
    press(window, Qt.Key.Key_PageDown)
    assert pages.current == "" and not window.docks["dictionary"].visibleRegion().isEmpty()
    guide.leave()
    assert pages.current == "states" and panel.run_values == before


def test_a_step_that_stays_goes_along_with_whatever_is_shown(window):
    guide = window.guide
    guide.start(read_lesson(PAGES))
    guide.walk.go(1)
    window.settings.change(source=shapes_source("hard"), model="shapes-hard")
    press(window, Qt.Key.Key_PageDown)
    assert window.settings.current.model == "shapes-hard" and guide.walk.index == 2
    window.settings.change(noise=2.5)
    assert not guide.page.set_up.isVisible()


TRAINS = """# Trains
- minutes: 1

## One
- training: preset=shapes-easy, frames=60, seed=4, sparsity of layer 1=2, slow=no
- panels: training
- light: start
- wait: training done

Learn.

## Two
- model: just trained

What was learnt.
"""


def test_a_training_is_offered_started_by_page_down_and_part_of_the_lesson_alone(window):
    panel = window.docks["training"].panel
    own = panel.choices.job()
    window.guide.start(read_lesson(TRAINS))
    window.update_all()
    assert panel.choices.job()["seed"] == 4 and panel.disclosure.isChecked()
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    (start,) = (each for each in window.asked if isinstance(each, StartTraining))
    assert (start.frames, start.checkpoint, start.keep) == (60, None, False)
    assert start.preset.network.layers[0].sparsity == 2.0
    assert window.guide.walk.waiting
    window.guide.leave()
    assert any(isinstance(each, StopTraining) for each in window.asked)
    window.update_all()  # until its process has ended
    assert panel.choices.job() == own and not panel.choices.lent
    assert "shapes-easy-custom" not in "".join(window.controller.snapshot().models)


def test_a_step_that_wants_what_was_trained_has_the_usual_network_where_nothing_was(window):
    window.guide.start(read_lesson(TRAINS))
    window.guide.walk.skip()
    press(window, Qt.Key.Key_PageDown)
    assert window.settings.current.model == Settings().model


def test_a_step_brings_about_what_it_says(led):
    current, context = led.settings.current, led.context
    assert (current.source, current.noise, current.model) == (
        "shapes:set=easy,frames=120",
        1.5,
        "shapes-easy",
    )
    assert led.snapshot.frame.index == 10 and not led.snapshot.playing
    assert context.selection.atom == 6
    assert context.camera.place == (10.0, 30.0, 2.0)
    assert not led.docks["layers"].visibleRegion().isEmpty()
    assert led.guide.page.said.text().startswith("Say 0.")


def test_letters_answer_while_a_question_waits_and_mean_what_they_always_do_afterwards(led):
    scale = led.context.overlays.current.common_scale
    press(led, Qt.Key.Key_A)
    assert led.guide.walk.answered.letter == "A"
    assert led.context.overlays.current.common_scale == scale
    press(led, Qt.Key.Key_A)
    assert led.context.overlays.current.common_scale != scale


def test_a_letter_that_is_no_answer_keeps_its_meaning_while_a_question_waits(led):
    press(led, Qt.Key.Key_N)
    assert led.settings.current.noise == 0.0 and led.guide.walk.asking


def test_a_key_before_the_answer_does_not_count(led):
    press(led, Qt.Key.Key_T)
    press(led, Qt.Key.Key_B)
    assert led.guide.walk.waiting


def test_a_list_that_has_the_focus_does_not_take_the_letter_of_an_answer(led):
    led.transport.mode.setFocus()
    QTest.keyClick(led.transport.mode, Qt.Key.Key_B)
    QTest.keyClick(led, Qt.Key.Key_B)
    assert led.guide.walk.answered.letter == "B"
    assert led.settings.current.modes == ("off",)


def test_a_show_of_hands_is_typed_in_and_the_conclusion_tells_it(led):
    page = led.guide.page
    page.hands.setFocus()
    QTest.keyClicks(page.hands, "a lot")
    QTest.keyClick(page.hands, Qt.Key.Key_Return)
    assert "A 12, B 3" in page.refused.text() and led.guide.walk.asking
    page.hands.clear()
    QTest.keyClicks(page.hands, "A 3, B 12")
    QTest.keyClick(page.hands, Qt.Key.Key_Return)
    press(led, Qt.Key.Key_T)
    assert "you said B (12 of 15)" in page.conclusion.text()


def test_the_way_back_to_the_lesson_shows_when_somebody_wanders_off(led):
    page = led.guide.page
    assert not page.set_up.isVisible()
    led.settings.change(noise=0.0, seed=9)
    assert page.set_up.isVisible()
    page.set_up.click()
    assert (led.settings.current.noise, led.settings.current.seed) == (1.5, 7)
    assert not page.set_up.isVisible()


def test_going_on_after_wandering_off_still_shows_what_the_next_step_is_about(led):
    led.guide.walk.skip()
    led.guide.walk.skip()
    led.settings.change(source=shapes_source("hard"), model="shapes-hard")
    press(led, Qt.Key.Key_PageDown)
    current = led.settings.current
    assert (current.model, current.modes) == ("shapes-easy", ("off", "both"))


def test_page_up_goes_back_to_what_the_step_before_showed(led):
    led.guide.walk.skip()
    led.guide.walk.skip()
    press(led, Qt.Key.Key_PageDown)
    press(led, Qt.Key.Key_PageUp)
    assert led.guide.walk.index == 0 and led.settings.current.modes == ("off",)


def test_what_a_lesson_does_can_be_undone(led):
    before = led.settings.current
    led.guide.walk.skip()
    led.guide.walk.skip()
    press(led, Qt.Key.Key_PageDown)
    press(led, Qt.Key.Key_Z)  # no key of the window
    QTest.keyClick(led, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert led.settings.current == before


def test_an_atom_that_the_network_does_not_have_is_not_selected(window):
    """Lessons are checked against bundled networks alone; one of one's own may have fewer atoms."""
    lesson = read_lesson(SMALL)
    first, *others = lesson.steps
    first = replace(first, setup=replace(first.setup, atom=9998))
    window.guide.start(replace(lesson, steps=(first, *others)))
    settle(window)
    assert window.context.selection.atom is None


def test_another_lesson_in_between_still_leads_back_to_the_very_beginning(led):
    led.guide.start(read_lesson(SMALL.replace("# Small", "# Other")))
    led.guide.leave()
    assert led.settings.current == MINE


def test_the_page_stays_when_the_look_changes_and_goes_with_the_lesson(led):
    for theme in ("projector", "dark"):
        led.context.themes.choose(theme)
        QApplication.processEvents()
        assert led.guide.dock.isVisible(), theme
    led.guide.leave()
    led.context.themes.choose("projector")
    led.context.themes.choose("dark")
    QApplication.processEvents()
    assert not led.guide.dock.isVisible()


def test_every_key_that_a_step_may_wait_for_is_one_of_the_window(window):
    pages = (page.actions() for page in window.pages.panels.values())
    actions = {*window.actions(), *chain.from_iterable(pages)}
    assert {*KEYS} <= {key.toString() for action in actions for key in action.shortcuts()}


def test_closing_the_window_in_a_lesson_keeps_the_layout_from_before_it(qtbot):
    window = show_window(qtbot, MINE, remember=True)
    window.update_all()
    window.restore_layout()
    shown = {name for name, dock in window.docks.items() if not dock.visibleRegion().isEmpty()}
    window.guide.start(read_lesson(SMALL))
    window.close()
    again = show_window(qtbot, MINE, remember=True)
    again.restore_layout()
    QApplication.processEvents()
    assert not again.guide.dock.isVisible()
    assert {n for n, d in again.docks.items() if not d.visibleRegion().isEmpty()} == shown


def test_after_the_last_step_the_next_lesson_begins(window):
    first, second = find_lesson("1"), find_lesson("2")
    window.guide.start(first)
    walk = window.guide.walk
    walk.go(len(first.steps) - 1)
    while walk.waiting:
        walk.skip()
    settle(window)
    page = window.guide.page
    page.refresh()
    assert page.next.text() == "Next lesson ▸" and page.next.isEnabled()
    assert second.title in page.awaited.text()
    window.guide.lead(1)
    assert window.guide.walk.lesson.title == second.title and window.guide.walk.index == 0


def test_after_the_last_lesson_there_is_none(led):
    walk = led.guide.walk
    walk.go(1)
    led.guide.page.refresh()
    assert not led.guide.page.next.isEnabled()
    led.guide.lead(1)
    assert led.guide.walk is walk and walk.index == 1


HELD_BACK = """# Held back
- minutes: 1

## One
- source: shapes:set=easy,frames=120
- modes: off

Said.

## Two
- after: answer
- modes: off, both
- panels: causes

Said.

? Which?
A. this
B. that
"""


@pytest.mark.parametrize("how", ["letter", "hands", "passed over"])
def test_what_would_give_the_answer_away_is_shown_after_it(window, how):
    window.guide.start(read_lesson(HELD_BACK))
    window.guide.lead(1)
    assert window.guide.walk.index == 1
    assert window.settings.current.modes == ("off",)
    assert not window.guide.page.set_up.isVisible(), "nobody has wandered off"
    if how == "letter":
        window.guide.answer("A")
    elif how == "hands":
        window.guide.page.hands.setText("A 3, B 1")
        window.guide.page._count()
    else:
        window.guide.lead(1)
    assert window.guide.walk.index == 1
    assert window.settings.current.modes == ("off", "both")
    window.guide.lead(-1)
    assert window.settings.current.modes == ("off",)
    window.guide.lead(1)
    assert window.settings.current.modes == ("off", "both"), "it is answered already"
