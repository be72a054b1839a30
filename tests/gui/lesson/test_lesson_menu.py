"""The menu of lessons, and the offer of the first one."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.lesson.lesson_menu import LessonOffer
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    own = tmp_path / "dpcn_app" / "lessons"
    own.mkdir(parents=True)
    (own / "mine.md").write_text("# R & <b>D\n- minutes: 2\n\n## One\n\nSaid.\n")
    (own / "broken.md").write_text("nothing\n")
    window = show_window(qtbot, Settings(source=shapes_source(frames=60)))
    window.update_all()
    return window


def _entries(window):
    window.lesson_menu.fill()
    return window.lesson_menu.menu.actions()


def entry(window, beginning: str):
    actions = _entries(window)
    return next(action for action in actions if action.text().startswith(beginning))


def test_the_digit_of_a_bundled_lesson_chooses_it_in_the_menu(window):
    numbered = [each.text() for each in _entries(window) if each.text()[:1] == "&"]
    assert [text[:3] for text in numbered[:9]] == [f"&{number} " for number in range(1, 10)]


def test_the_menu_starts_a_lesson_bundled_or_own(window):
    entry(window, "&4 Noise").trigger()
    assert window.guide.walk.lesson.title == "Noise"
    entry(window, "R && <b>D").trigger()
    assert window.guide.walk.lesson.title == "R & <b>D"
    assert window.guide.page.lesson.text() == "R & <b>D"
    entry(window, "&Leave").trigger()
    assert window.guide.walk is None


def test_a_lesson_with_a_mistake_says_why_it_cannot_be_used(window, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(window, "tell", told.append)
    entry(window, "broken (cannot be used)").trigger()
    assert "line 1" in told[0]


def test_every_entry_has_a_tip(window):
    window.lesson_menu.fill()
    for action in window.lesson_menu.menu.actions():
        assert action.isSeparator() or action.toolTip() != action.text().replace("&", "")


@pytest.mark.parametrize("button", ["start", "dismiss"])
def test_the_offer_goes_for_good_after_either_answer(window, tmp_path, monkeypatch, button):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr("dpcn_app.gui.lesson.lesson_menu.preferences", lambda: settings)
    assert LessonOffer.is_due()
    window.offer_lesson()
    QApplication.processEvents()
    offer = window.findChild(LessonOffer)
    assert offer.isVisible()
    getattr(offer, button).click()
    assert not offer.isVisible() and not LessonOffer.is_due()
    assert (window.guide.walk is not None) == (button == "start")
