"""The microscope: the frame that is shown, inferred once more with every iteration kept."""

import gc

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

from dpcn_app.engine.inference import Solver, infer_step
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live import microscope
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Examine, Jump, Play, Prepared, Step
from dpcn_app.live.inference_trace import InferenceTrace, TracedPass, of_unit
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.track import UNITS_AT_ONCE
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from tests.helpers.file_scene import write_film
from tests.helpers.microscope_scene import finished

SHORT = shapes_source(frames=24)


def watching(*modes: str) -> Controller:
    """Return a controller that has inferred its whole video, at frame 12."""
    controller = Controller(Settings(source=SHORT, modes=modes), playing=False)
    finished(controller)
    controller.handle(Jump(12))
    return controller


def examined(controller: Controller, mode: str, unit: int = 0) -> InferenceTrace:
    """Return what the microscope tells of a mode, by both solvers."""
    controller.handle(Examine(True, mode, unit))
    controller.snapshot()
    found = finished(controller).microscope
    assert found is not None and found.paper is not None
    return found


def test_nothing_is_traced_unless_it_is_asked_for() -> None:
    controller = watching("off")
    assert controller.snapshot().microscope is None
    examined(controller, "off")
    controller.handle(Examine(False))
    assert controller.snapshot().microscope is None
    assert controller.work() is None


@pytest.mark.parametrize("mode", ["off", "both", "prior", "prior:T", "average", "placebo"])
def test_the_exact_solvers_last_iteration_is_what_the_window_shows(mode: str) -> None:
    controller = watching("off", mode) if mode != "off" else watching("off")
    trace, shown = examined(controller, mode), controller.snapshot()
    view = next(each for each in shown.views if each.mode == mode)
    assert trace.mode == mode and trace.frame == shown.frame.index == 12
    last = {each.layer: each for each in trace.exact}
    for number, layer in enumerate(view.state.layers):
        assert layer.causes.any()
        assert np.array_equal(last[number].states[-1], layer.states)
        assert np.array_equal(last[number].causes[-1], layer.causes)
        assert np.array_equal(last[number].total[-1], layer.energy.total)
    picture = trace.field.picture(last[0].reconstruction(len(last[0])))
    assert np.array_equal(picture, view.reconstruction)


def test_both_solvers_are_those_of_the_engine_from_the_same_start() -> None:
    network = open_model("shapes-easy").network
    video = noisy_shapes(ShapesConfig.named("easy", seed=7), 24, 1.5)
    grid, state, before = PatchGrid.of(network.spec, (32, 32)), None, None
    for index in range(13):
        before = state
        state = infer_step(network, grid.cut(video.frame(index).image), before, PRIOR)
    trace = examined(watching("prior"), "prior")
    patches = grid.cut(video.frame(12).image)
    assert trace.paper is not None
    solvers: dict[Solver, tuple[TracedPass, ...]] = {"exact": trace.exact, "paper": trace.paper}
    for solver, passes in solvers.items():
        expected = infer_step(network, patches, before, PRIOR, solver=solver, trace=True)
        assert len(passes) == 3
        for each, layer in ((passes[1], expected.layers[0]), (passes[2], expected.layers[1])):
            assert layer.trace is not None
            assert np.array_equal(each.states[1:], layer.trace.states)
            assert np.array_equal(each.causes[1:], layer.trace.causes)
    difference = np.abs(trace.exact[1].states[-1] - trace.paper[1].states[-1]).max()
    assert 0 < difference < 0.2  # they minimise the same energy


PRIOR = TopDown.named("prior")


def test_a_trace_is_made_once_and_again_where_frame_mode_or_settings_change() -> None:
    controller = watching("off", "both")
    trace = examined(controller, "both")
    assert controller.snapshot().microscope is trace
    controller.handle(Step(1))
    following = controller.snapshot().microscope
    assert following is not None and following is not trace and following.frame == 13
    controller.handle(Examine(True, "off"))
    other = controller.snapshot().microscope
    assert other is not None and other.mode == "off"
    controller.handle(Change(Settings(source=SHORT, modes=("off",), noise=3.0)))
    again = finished(controller).microscope
    assert again is not None and again is not other
    shown = controller.snapshot()
    assert again.shown is shown.views[0].state


def test_a_mode_that_is_not_shown_gives_way_to_the_main_one() -> None:
    assert examined(watching("off", "both"), "prior").mode == "both"


def test_the_first_frame_has_nothing_before_it() -> None:
    controller = watching("prior")
    controller.handle(Jump(0))
    trace = examined(controller, "prior")
    assert [each.name for each in trace.exact] == ["Layer 1", "Layer 2"]
    assert not trace.exact[0].states[0].any()


def test_while_the_video_plays_a_trace_is_kept_for_a_moment() -> None:
    now = 0.0
    controller = watching("off")
    controller._microscope = microscope.Microscope(clock=lambda: now)
    trace = examined(controller, "off")
    controller.handle(Play(True))
    controller.handle(Jump(13))
    assert controller.snapshot().microscope is trace
    now += microscope.WHILE_PLAYING
    later = controller.snapshot().microscope
    assert later is not None and later.frame == controller.snapshot().frame.index


def test_of_a_large_frame_one_unit_is_traced(tmp_path) -> None:
    film = write_film(tmp_path / "film.npy", frames=6)
    settings = Settings(source=str(film), model="natural", noise=0.0, modes=("both",))
    controller = Controller(settings, playing=False)
    try:
        controller.handle(Jump(4))
        finished(controller)
        units = len(controller.snapshot().views[0].state.top_causes)
        assert units > 1
        for unit in (0, units - 1):
            trace = examined(controller, "both", unit)
            assert (trace.unit, trace.units) == (unit, range(units))
            own = of_unit(trace.shown, unit)
            for each, layer in zip(trace.exact, own.layers, strict=True):
                assert np.array_equal(each.states[-1], layer.states)
                assert np.array_equal(each.causes[-1], layer.causes)
        assert examined(controller, "both", 10**6).unit == units - 1
    finally:
        controller.close()


def test_a_frame_is_traced_from_what_it_was_inferred_from_though_more_is_known_now(
    tmp_path,
) -> None:
    """A jump begins some frames earlier, from nothing; what lies before is inferred later."""
    film = write_film(tmp_path / "film.npy", frames=100)
    settings = Settings(source=str(film), model="natural", noise=0.0)
    controller = Controller(settings, playing=False)
    try:
        controller.handle(Jump(90))
        controller.snapshot()
        track = controller._video.track("off")
        first = min(track._states)
        assert 0 < first < 90
        track.state(first - 1)  # known only now
        controller.handle(Jump(first))
        trace = examined(controller, "off")
        for each, layer in zip(trace.exact, of_unit(trace.shown, 0).layers, strict=True):
            assert np.array_equal(each.states[-1], layer.states)
    finally:
        controller.close()


def compiled_kernels() -> set[str]:
    """Return for which kinds of arguments each kernel has been compiled, or loaded."""
    found = (each for each in gc.get_objects() if isinstance(each, CPUDispatcher))
    ours = (each for each in found if each.py_func.__module__.startswith("dpcn_app."))
    return {f"{each.py_func.__name__} {one}" for each in ours for one in each.signatures}


def test_neither_a_trace_nor_the_prior_compiles_anything_anew() -> None:
    examined(watching("off"), "off")
    examined(watching("both", "prior"), "prior")
    compiled = compiled_kernels()
    assert {"_infer_groups", "infer_paper"} <= {each.split()[0] for each in compiled}
    controller = watching("off", "both", "prior", "prior:T", "placebo")
    for mode in controller.snapshot().settings.modes:
        examined(controller, mode)
    assert compiled_kernels() == compiled


def test_until_algorithm_1_is_compiled_the_exact_solver_is_there_alone() -> None:
    controller = watching("off")
    controller.handle(Prepared(len(PREPARATIONS) - 1))
    controller.handle(Examine(True, "off"))
    trace = controller.snapshot().microscope
    assert trace is not None and trace.paper is None and trace.exact
    assert controller.snapshot().microscope is trace
    controller.handle(Prepared(len(PREPARATIONS)))
    ready = controller.snapshot().microscope
    assert ready is not None and ready.paper is not None


def test_until_the_mode_is_compiled_there_is_nothing_to_see_of_known_results() -> None:
    """The demonstration is shown before any kernel is ready."""
    controller = Controller(Settings(modes=("prior",)), playing=False, prepared=0)
    controller.handle(Jump(40))
    controller.handle(Examine(True, "prior"))
    shown = controller.snapshot()
    assert shown.views and shown.microscope is None
    controller.handle(Prepared(len(PREPARATIONS)))
    shown = controller.snapshot()
    trace = shown.microscope
    assert trace is not None and trace.paper is not None
    for number, layer in enumerate(shown.views[0].state.layers):
        last = next(each for each in reversed(trace.exact) if each.layer == number)
        np.testing.assert_allclose(last.states[-1], layer.states, atol=1e-3)
        np.testing.assert_allclose(last.causes[-1], layer.causes, atol=1e-3)


def test_a_belief_lies_under_the_microscope_as_it_is_seen() -> None:
    mode = "prior@square"
    controller = watching("off", mode)
    trace, shown = examined(controller, mode), controller.snapshot()
    last = {each.layer: each for each in trace.exact}
    for number, layer in enumerate(shown.views[1].state.layers):
        assert np.array_equal(last[number].states[-1], layer.states)
        assert np.array_equal(last[number].causes[-1], layer.causes)


def test_a_glimpse_after_a_belief_is_traced_from_what_it_was_inferred_from() -> None:
    """A belief is shown at once, before its track has come to the frame."""
    controller = watching("off")
    controller.handle(Jump(23))
    controller.handle(Examine(True, "prior@square"))
    controller.handle(Change(Settings(source=SHORT, modes=("off", "prior@square"))))
    shown = controller.snapshot()
    trace = shown.microscope
    assert trace is not None and trace.mode == "prior@square"
    assert controller._video.track("prior@square").reached < 23
    last = {each.layer: each for each in trace.exact}
    for number, layer in enumerate(shown.views[1].state.layers):
        assert np.array_equal(last[number].states[-1], layer.states)


def test_a_large_frame_is_traced_where_its_states_are_kept_whole(tmp_path) -> None:
    film = write_film(tmp_path / "film.npy", frames=6, shape=(120, 150))
    region = (0, 0, 120, 150)
    settings = Settings(source=str(film), model="natural", noise=0.0, region=region)
    controller = Controller(settings, playing=False)
    try:
        controller.handle(Jump(3))
        finished(controller)
        controller.handle(Step(1))
        view = finished(controller).views[0]
        assert view.all_causes is not None or len(view.state.top_causes) > UNITS_AT_ONCE
        for unit in (view.first_unit, view.first_unit + 20):
            trace = examined(controller, "off", unit)
            assert trace.unit == unit and unit in trace.units
            own = of_unit(trace.shown, unit - trace.units[0])
            for each, layer in zip(trace.exact, own.layers, strict=True):
                assert np.array_equal(each.states[-1], layer.states)
                assert np.array_equal(each.causes[-1], layer.causes)
    finally:
        controller.close()
