"""The app as a library: light to import, without Qt, arrays in and out, and true examples."""

import doctest
import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dpcn_app
from dpcn_app import api
from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments import seen_video
from dpcn_app.live.controller import Controller
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model, resources
from dpcn_app.training.presets import PRESETS

SHAPES = "shapes:set=easy,seed=7,noise=1.5,frames=60"
QUICK = replace(PRESETS["shapes-easy"], learning=(LearningSpec(epochs=1), LearningSpec(epochs=1)))
NOISE_FRAMES = np.random.default_rng(0).random((4, 32, 32))

LOAD: Any = dpcn_app.load_model  # also for what their types forbid
OPEN: Any = dpcn_app.open_video
WATCH: Any = dpcn_app.watch
TRAIN: Any = dpcn_app.train
SAVE: Any = dpcn_app.save_model
TOP_DOWN: Any = dpcn_app.TopDown


def in_a_fresh_process(code):
    """Return what a piece of code prints as JSON, run by an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("module", [dpcn_app, api], ids=lambda module: module.__name__)
def test_the_examples_are_true(module):
    found = doctest.testmod(module)
    assert found.attempted > 2 and found.failed == 0


def test_importing_the_package_imports_nothing_else():
    loaded = in_a_fresh_process(
        "import sys, json; before = set(sys.modules); import dpcn_app; dir(dpcn_app); "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    assert [each for each in loaded if each.startswith("dpcn_app")] == ["dpcn_app"]
    assert not {"numpy", "numba", "PySide6", "av", "matplotlib"} & set(loaded)


def test_watching_and_training_need_no_qt():
    loaded = in_a_fresh_process(
        "import sys, json, dpcn_app\n"
        "dpcn_app.watch('shapes-easy', 'shapes:set=easy,frames=2', 'both').scores\n"
        "[getattr(dpcn_app, name) for name in dpcn_app.__all__]\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    assert "dpcn_app.training.driver" in loaded and "dpcn_app.api" in loaded
    assert not [
        each for each in loaded if each.startswith(("PySide6", "pyqtgraph", "dpcn_app.gui"))
    ]


def test_every_public_name_is_there_and_has_one_home():
    homes = [name for names in dpcn_app._HOMES.values() for name in names]
    assert sorted(homes) == sorted(dpcn_app.__all__)
    assert all(getattr(dpcn_app, name).__doc__ for name in dpcn_app.__all__)
    assert set(dpcn_app.__all__) <= set(dir(dpcn_app))
    with pytest.raises(AttributeError, match="'wacht'"):
        dpcn_app.wacht  # noqa: B018


@pytest.mark.parametrize("mode", ["both", "prior@square", "average"])
def test_causes_pictures_and_scores_are_those_of_the_window(mode: str) -> None:
    settings = Settings(source=shapes_source(frames=130), modes=(mode,))
    controller = Controller(settings, playing=False)
    while controller.work(1.0) is not None:
        pass
    (view,) = controller.snapshot().views
    controller.close()
    seen = WATCH("shapes-easy", settings.source, mode, noise="structured:1.5", seed=7)
    np.testing.assert_allclose(seen.causes, view.causes, atol=1e-4)
    assert seen.scores is not None and seen.fading is not None
    assert view.scores is not None and view.fading is not None
    np.testing.assert_allclose(seen.reconstructions[0], view.reconstruction, atol=1e-4)
    assert seen.scores.silhouette == pytest.approx(view.scores.silhouette, abs=1e-3)
    assert seen.scores.kmeans == pytest.approx(view.scores.kmeans, abs=0.01)
    assert seen.scores.centroid == pytest.approx(view.scores.centroid, abs=0.01)
    assert seen.fading.leak == pytest.approx(view.fading.leak, abs=1e-3)


def test_a_top_cause_is_believed_as_strongly_as_it_is_when_on():
    free = dpcn_app.watch("shapes-easy", SHAPES).causes[:, 1]
    belief = dpcn_app.Belief((0.0, float(free[free > 0].mean()), 0.0))
    held = dpcn_app.watch("shapes-easy", SHAPES, "prior@cause 2")
    same = dpcn_app.watch("shapes-easy", SHAPES, replace(TopDown.named("prior"), belief=belief))
    np.testing.assert_allclose(held.causes, same.causes, atol=1e-5)


def test_what_a_mode_believed_in_a_frame_can_be_believed():
    free = dpcn_app.watch("shapes-easy", SHAPES, "prior", frames=6)
    held = dpcn_app.watch("shapes-easy", SHAPES, "prior@frame 5 of prior", frames=3)
    belief = dpcn_app.Belief(tuple(free.causes[4].tolist()))
    same = dpcn_app.watch(
        "shapes-easy", SHAPES, replace(TopDown.named("prior"), belief=belief), frames=3
    )
    np.testing.assert_array_equal(held.causes, same.causes)
    assert held.mode == "prior@frame 5 of prior" and same.mode == ""


def test_arrays_files_and_videos_are_the_same_to_it(tmp_path):
    frames = (255 * NOISE_FRAMES).astype(np.uint8)
    np.save(tmp_path / "frames.npy", frames)
    model = dpcn_app.load_model("shapes-easy")
    video = dpcn_app.open_video(frames)
    found = [
        dpcn_app.watch(model, each).causes
        for each in (frames, frames.tolist(), tmp_path / "frames.npy", video, frames / 255)
    ]
    for other in (found[0], found[2], found[3], found[4]):
        np.testing.assert_allclose(other, found[0], atol=1e-5)
    assert video.frame(0).image.shape == (32, 32)  # a video that was given is not closed


def test_states_are_left_out_on_request_and_progress_is_told():
    told = []
    seen = dpcn_app.watch(
        "shapes-easy", SHAPES, frames=3, states=False, on_frame=lambda *done: told.append(done)
    )
    assert seen.layers[0].states.shape == (0, 4, 4, 100) and len(seen) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert repr(seen.layers[0]) == "SeenLayer(states (0, 4, 4, 100), causes (3, 4, 40))"


def test_a_region_and_a_scale_can_be_chosen():
    frames = np.random.default_rng(1).random((2, 60, 80))
    seen = dpcn_app.watch("natural", frames, region=(4, 8, 48, 64), scale=0.5)
    assert seen.frames.shape == (2, 24, 32)
    assert seen.scores is None and seen.fading is None and seen.labels.tolist() == [-1, -1]


def test_a_trained_network_can_be_saved_loaded_and_used(tmp_path):
    model = dpcn_app.train(QUICK, frames=60)
    dpcn_app.save_model(tmp_path / "mine.npz", model)
    again = dpcn_app.load_model(tmp_path / "mine.npz")
    one, other = (dpcn_app.watch(each, SHAPES, frames=3) for each in (model, again))
    np.testing.assert_array_equal(one.causes, other.causes)


def test_an_interrupted_training_is_resumed_to_the_same_network(tmp_path):
    kept, steps = tmp_path / "kept", []

    def interrupt(progress):
        steps.append(progress)
        if len(steps) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dpcn_app.train(QUICK, frames=60, checkpoint=kept, on_progress=interrupt)
    resumed = dpcn_app.train(QUICK, frames=60, checkpoint=kept, resume=True)
    whole = dpcn_app.train(QUICK, frames=60)
    for one, other in zip(resumed.network.layers, whole.network.layers, strict=True):
        np.testing.assert_array_equal(one.C, other.C)
    assert not kept.exists()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: WATCH(None, SHAPES), "not a value of the kind NoneType"),
        (lambda: LOAD(3), "name_or_path is the name of a network, or a file, not .* kind int"),
        (lambda: OPEN(SHAPES, noise=3), "noise is a text such as 'gaussian:0.1', not .* kind int"),
        (lambda: OPEN(SHAPES, seed="7"), "seed is a whole number, not .* kind str"),
        (lambda: WATCH("shapes-easy", SHAPES, 3), "mode is the name of a mode, or a TopDown"),
        (lambda: WATCH("shapes-easy", SHAPES, frames=2.5), "frames is a whole number, or None"),
        (lambda: WATCH("shapes-easy", SHAPES, frames=True), "not a value of the kind bool"),
        (lambda: WATCH("shapes-easy", SHAPES, scale="1"), "scale is a number, or None"),
        (lambda: WATCH("shapes-easy", SHAPES, solver=None), "solver is 'exact' or 'paper'"),
        (lambda: WATCH("shapes-easy", SHAPES, states=np.zeros(3)), "states is True or False"),
        (lambda: WATCH("shapes-easy", SHAPES, threads="2"), "threads is a whole number"),
        (lambda: WATCH("shapes-easy", SHAPES, on_frame=3), "on_frame is a function, or None"),
        (lambda: WATCH("shapes-easy", SHAPES, region=3), "four whole numbers"),
        (lambda: WATCH("shapes-easy", SHAPES, region=(1, 2, 3, "4")), "four whole numbers"),
        (lambda: TOP_DOWN(weights=3), "Top-down weights are numbers"),
        (lambda: TOP_DOWN(weights="ab"), "Top-down weights are numbers"),
        (lambda: TRAIN("shapes-easy", checkpoint=3), "checkpoint is a file, or None"),
        (lambda: TRAIN("shapes-easy", resume="no"), "resume is True or False"),
        (lambda: TRAIN("shapes-easy", on_progress=3), "on_progress is a function, or None"),
        (lambda: SAVE(3, open_model("shapes-easy")), "the name of a file, and then the Model"),
        (lambda: SAVE("a.npz", "b"), "the name of a file, and then the Model"),
        (lambda: WATCH("nobody", SHAPES), "no model or file called 'nobody'"),
        (lambda: WATCH("shapes-easy", "nowhere.mp4"), "nowhere.mp4"),
        (lambda: WATCH("shapes-easy", SHAPES, "sideways"), "no mode called 'sideways'"),
        (lambda: WATCH("shapes-easy", SHAPES, "prior@house"), "knows no 'house'"),
        (lambda: WATCH("natural", NOISE_FRAMES, "prior"), "prior"),
        (lambda: WATCH("shapes-easy", SHAPES, frames=0), "one frame or more, not 0"),
        (lambda: WATCH("shapes-easy", SHAPES, noise="loud"), "a kind and an amount"),
        (lambda: WATCH("shapes-easy", SHAPES, solver="magic"), "no solver called 'magic'"),
        (lambda: WATCH("shapes-easy", SHAPES, threads=0), "thread"),
        (lambda: WATCH("shapes-easy", SHAPES, region=(1, 2)), "four whole numbers"),
        (lambda: WATCH("shapes-easy", np.zeros(5)), r"shape \(5,\)"),
        (lambda: WATCH("shapes-easy", [[1.0], [1.0, 2.0]]), "must have one size"),
        (lambda: WATCH("shapes-easy", object()), "no real numbers"),
        (lambda: WATCH("shapes-easy", np.zeros((2, 8, 8))), "8×8"),
        (lambda: TRAIN("shapes-medium"), "no preset called 'shapes-medium'"),
        (lambda: TRAIN(3), "not a value of the kind int"),
        (lambda: TRAIN("shapes-easy", NOISE_FRAMES), "learns from shapes alone"),
        (lambda: TRAIN("shapes-easy", resume=True), "no checkpoint"),
        (lambda: TRAIN("shapes-easy", resume=True, checkpoint="n" * 300), "no checkpoint"),
        (lambda: TRAIN("shapes-easy", seed=-1), "A seed is"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(call, sentence):
    with pytest.raises(UserError, match=sentence):
        call()


def test_more_than_memory_can_hold_is_refused_before_it_is_inferred(monkeypatch):
    monkeypatch.setattr(seen_video, "MOST_BYTES", 100_000)
    told = []
    with pytest.raises(UserError, match="or states=False"):
        dpcn_app.watch("shapes-easy", SHAPES, on_frame=lambda *done: told.append(done))
    with pytest.raises(UserError, match="fewer frames, a smaller scale\\."):
        dpcn_app.watch("shapes-easy", SHAPES, states=False)
    assert told == [] and len(dpcn_app.watch("shapes-easy", SHAPES, frames=2)) == 2


def test_the_bundled_models_can_be_named():
    assert set(dpcn_app.bundled_models()) >= {"shapes-easy", "natural"}
    path = resources() / "models" / "shapes-easy.npz"
    assert dpcn_app.load_model(path).name == open_model("shapes-easy").name
