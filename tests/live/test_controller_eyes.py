"""The controller with the network's eyes closed: what is shown, and what is not inferred again."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.live import choices
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump
from dpcn_app.live.session_file import Session, load_session, save_session
from dpcn_app.live.settings import Settings, shapes_source

SHORT = Settings(source=shapes_source(frames=60), modes=("prior", "both"))


def finish(controller):
    while controller.work(1.0) is not None:
        pass
    return controller.snapshot()


@pytest.fixture
def controller():
    controller = Controller(SHORT, playing=False)
    controller.handle(Jump(30))
    finish(controller)
    yield controller
    controller.close()


def test_from_the_frame_on_every_mode_is_shown_what_it_fed_itself(controller):
    before = controller.snapshot()
    controller.handle(Change(choices.toggle_eyes(SHORT, 30)))
    snapshot = controller.snapshot()
    prior, both = snapshot.views
    assert np.array_equal(snapshot.frame.image, before.frame.image)  # the truth is still told
    assert prior.fed is not None and not np.array_equal(prior.fed, both.fed)
    for view in snapshot.views:
        np.testing.assert_allclose(view.residual, view.fed - view.reconstruction, atol=1e-6)
        assert view.living_on.closed == 30 and view.fading is None


def test_frames_before_show_what_was_seen_and_opening_the_eyes_brings_all_back(controller):
    before = controller.snapshot()
    controller.handle(Change(choices.toggle_eyes(SHORT, 30)))
    closed = finish(controller)
    assert [view.living_on.known for view in closed.views] == [30, 30]
    for old, new in zip(before.views, closed.views, strict=True):
        assert np.array_equal(old.causes[:30], new.causes[:30])
        assert not np.array_equal(old.causes[30:], new.causes[30:])
    controller.handle(Jump(29))
    assert all(view.fed is None for view in controller.snapshot().views)
    controller.handle(Jump(30))
    controller.handle(Change(SHORT))
    again = controller.snapshot()
    assert again.busy is None  # kept, not inferred again
    for old, new in zip(before.views, again.views, strict=True):
        assert np.array_equal(old.causes, new.causes) and new.fed is None
        assert new.living_on is None


def test_results_that_are_known_in_advance_end_where_the_eyes_close():
    controller = Controller(Settings(modes=("prior",)), playing=False)
    known = controller.snapshot().views[0].causes
    controller.handle(Change(Settings(modes=("prior",), closed=50)))
    controller.handle(Jump(60))
    causes = finish(controller).views[0].causes
    controller.close()
    assert np.array_equal(causes[:50], known[:50])
    assert not np.array_equal(causes[50:60], known[50:60])


def test_strokes_can_be_painted_behind_closed_eyes(controller):
    closed = choices.toggle_eyes(SHORT, 30)
    controller.handle(Change(closed))
    painted = choices.begin_stroke(closed, "pencil", 4.0, 16.0, 16.0)
    controller.handle(Change(painted))
    nearly = controller.snapshot()
    exact = finish(controller)
    assert nearly.views[0].fed is not None
    assert exact.views[0].living_on.closed == 30


def test_a_session_keeps_the_eyes_closed(tmp_path):
    path = tmp_path / "eyes.dpcn"
    save_session(path, Session(replace(SHORT, closed=12), None, 20, (0.0, 0.0, 1.0)))
    assert load_session(path).settings.closed == 12
