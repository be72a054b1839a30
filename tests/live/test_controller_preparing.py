"""Before the kernels are ready: what is known is shown, all else waits, and is then carried out."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine import inference
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, Prepared, Step
from dpcn_app.live.settings import Settings


@pytest.fixture
def no_inference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every inference, and every kernel of the prior, be a failure."""

    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("a kernel was used")

    monkeypatch.setattr(inference, "infer_step", fail)
    for name in ("expect_states", "compare_sizes", "raise_sparsity", "set_all_unexpectedness"):
        monkeypatch.setattr(f"dpcn_app.engine.prior_kernels.{name}", fail)


def unprepared(settings: Settings | None = None) -> Controller:
    return Controller(settings or Settings(), playing=False, prepared=0)


def finish(controller: Controller) -> None:
    while controller.work(1.0) is not None:
        pass


@pytest.mark.parametrize("surprise", [False, True])
@pytest.mark.parametrize("modes", [("off",), ("both",), ("prior",), ("off", "both", "prior")])
def test_the_demonstration_is_shown_in_full_without_any_kernel(
    no_inference, modes: tuple[str, ...], surprise: bool
) -> None:
    controller = unprepared()
    controller.handle(Change(replace(Settings(), modes=modes, surprise=surprise)))
    controller.handle(Jump(120))
    controller.handle(Step(-1))
    finish(controller)
    snapshot = controller.snapshot()
    assert snapshot.problems == () and snapshot.frame.index == 119
    assert [view.mode for view in snapshot.views] == list(modes)
    for view in snapshot.views:
        assert view.inferred == 300
        assert view.scores is not None and view.fading is not None
        assert view.prediction is not None and np.isfinite(view.prediction).all()
        assert (view.surprise is not None) == surprise
        assert view.by_prior == (view.mode == "prior")
        assert view.state.layers[0].energy.total.min() > 0
        assert (view.state.layers[0].added is not None) == (view.mode == "prior")
    assert snapshot.averaged is not None
    assert snapshot.busy is None


def test_what_is_known_looks_like_what_is_inferred() -> None:
    modes = ("off", "both", "prior")
    settings = replace(Settings(), modes=modes, surprise=True)
    known = unprepared(settings)
    by_another_name = f"{settings.source},seed=7"  # the same video, but not the demonstration's
    inferred = Controller(replace(settings, source=by_another_name), playing=False)
    for controller in (known, inferred):
        controller.handle(Jump(200))
        finish(controller)
    one, other = known.snapshot(), inferred.snapshot()
    assert other.preparing is None and one.preparing is not None
    for a, b in zip(one.views, other.views, strict=True):
        for name in ("reconstruction", "prediction", "residual", "surprise"):
            np.testing.assert_allclose(getattr(a, name), getattr(b, name), atol=0.02, err_msg=name)
        assert a.scores is not None and b.scores is not None
        assert a.scores.silhouette == pytest.approx(b.scores.silhouette, abs=0.01)


def test_a_change_that_has_to_be_inferred_shows_its_picture_and_waits(no_inference) -> None:
    controller = unprepared()
    before = controller.snapshot()
    controller.handle(Change(replace(Settings(), noise=3.0)))
    assert controller.work() is None
    snapshot = controller.snapshot()
    assert snapshot.settings.noise == 3.0 and snapshot.problems == ()
    assert not np.array_equal(snapshot.frame.image, before.frame.image)
    assert snapshot.views == ()
    assert snapshot.preparing is not None and snapshot.preparing.waited_for
    assert snapshot.preparing.words == "Preparing the network's kernels (1 of 7) …"
    controller.handle(Change(Settings()))
    back = controller.snapshot()
    assert len(back.views) == 1
    assert back.preparing is not None and not back.preparing.waited_for
    assert back.preparing.words == "Preparing bottom-up inference, 1 of 7"


@pytest.mark.parametrize("mode, needed", [("off", 1), ("coherence", 2), ("prior:T", 4)])
def test_it_is_carried_out_as_soon_as_its_kernels_are_ready(mode: str, needed: int) -> None:
    source = Settings().source.replace("300", "20")
    controller = unprepared(replace(Settings(), source=source, modes=(mode,)))
    for count in range(needed):
        controller.handle(Prepared(count))
        finish(controller)
        assert controller.snapshot().views == ()
    controller.handle(Prepared(needed))
    finish(controller)
    snapshot = controller.snapshot()
    assert snapshot.views[0].inferred == 20
    assert snapshot.preparing is not None and snapshot.preparing.number == needed + 1


def test_once_all_is_prepared_nothing_is_said_of_it() -> None:
    controller = unprepared()
    controller.handle(Prepared(len(PREPARATIONS)))
    assert controller.snapshot().preparing is None
    assert Controller(Settings(), playing=False).snapshot().preparing is None


def test_the_words_name_what_is_prepared_and_how_much_of_it_is_done() -> None:
    controller = unprepared()
    controller.handle(Prepared(3))
    preparing = controller.snapshot().preparing
    assert preparing is not None and preparing.words == "Preparing the prior, 4 of 7"


def test_a_video_plays_while_it_waits(no_inference) -> None:
    settings = replace(Settings(), seed=9, speed=0.0)
    controller = Controller(settings, playing=True, prepared=0)
    shown = set()
    for _ in range(5):
        controller.work()
        snapshot = controller.snapshot()
        assert snapshot.views == ()
        shown.add(snapshot.frame.index)
    assert len(shown) == 5


@pytest.mark.parametrize("at_start", [False, True])
def test_a_belief_waits_for_the_first_kernels_and_is_held_then(at_start: bool) -> None:
    told = replace(Settings(), source=Settings().source.replace("300", "20"), modes=("prior@x",))
    controller = unprepared(told if at_start else replace(told, modes=("off",)))
    if not at_start:
        controller.handle(Change(told))
    waiting = controller.snapshot()
    assert waiting.settings.modes != ("prior@x",) and waiting.problems == ()
    controller.handle(Prepared(len(PREPARATIONS)))
    finish(controller)
    snapshot = controller.snapshot()
    assert snapshot.settings == told and snapshot.views[0].belief is not None


def test_a_belief_that_is_let_go_before_the_kernels_are_ready_is_not_held() -> None:
    controller = unprepared()
    controller.handle(Change(replace(Settings(), modes=("prior@x",))))
    controller.handle(Change(Settings()))
    controller.handle(Prepared(len(PREPARATIONS)))
    assert controller.snapshot().settings == Settings()
