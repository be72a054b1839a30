"""A recording has the window's numbers, and refuses what cannot be shown."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.controller import Controller
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing import recording as module
from dpcn_app.sharing.recording import record
from dpcn_app.storage.bundled import open_model

SHORT = Settings(source=shapes_source(frames=130), modes=("off", "prior@square", "average"))


def quiet(share, words):
    assert 0 <= share <= 1 and words


@pytest.fixture(scope="module")
def short():
    return record(SHORT, 130, quiet)


@pytest.fixture(scope="module")
def shown():
    controller = Controller(SHORT, playing=False)
    while controller.work(1.0) is not None:
        pass
    yield controller.snapshot()
    controller.close()


def test_the_numbers_are_those_of_the_window(short, shown):
    for mode, view in zip(short.modes, shown.views, strict=True):
        assert mode.numbers == {
            "accuracy": view.scores.kmeans,
            "nearest": view.scores.centroid,
            "tightness": view.scores.silhouette,
            "noise": view.fading.leak,
            "shape": view.fading.kept,
            "overlap": view.fading.iou_clean,
        }
        np.testing.assert_array_equal(mode.causes, view.causes)


def test_pictures_are_those_of_the_window_in_256_greys(short, shown):
    frame = shown.frame
    assert frame.index == 0 and len(short.input) == 130
    np.testing.assert_allclose(short.input[0] / 255, frame.image, atol=0.5 / 255)
    np.testing.assert_allclose(short.clean[0] / 255, frame.clean, atol=0.5 / 255)
    for mode, view in zip(short.modes, shown.views, strict=True):
        seen = np.clip(view.reconstruction, 0, 1)
        np.testing.assert_allclose(mode.pictures[0] / 255, seen, atol=0.51 / 255)


def test_modes_bear_their_names_and_beliefs_their_classes(short):
    assert [mode.title for mode in short.modes] == [
        "Bottom-up",
        "Prior, believing square",
        "Moving average",
    ]
    assert short.classes == ("square", "x", "diamond") and short.noise == "structured noise 1.5"
    assert short.modes[0].own.names != ("", "", "")


def test_a_mode_that_the_network_does_not_know_is_refused():
    settings = Settings(model="natural", source="photographs:seed=1,frames=3", noise=0)
    with pytest.raises(UserError, match="prior"):
        record(replace(settings, modes=("off", "prior")), 3, quiet)


def test_what_a_listener_raises_ends_it():
    def stop(share, words):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(SHORT, 130, stop)


def test_a_file_is_recorded_from_its_beginning_without_scores(tmp_path):
    film = np.random.default_rng(0).integers(0, 256, (9, 40, 52), np.uint8)
    np.save(tmp_path / "film.npy", film)
    settings = Settings(model="shapes-easy", source=str(tmp_path / "film.npy"), noise=0)
    found = record(replace(settings, modes=("off", "both")), 6, quiet)
    assert len(found.input) == len(found.labels) == len(found.modes[1].pictures) == 6
    assert found.clean is None and found.classes == () and (found.labels == -1).all()
    assert found.modes[0].numbers == {} and found.modes[0].verdict == ""
    assert np.isfinite(found.modes[0].causes).all()


def test_a_network_from_a_file_is_used_under_its_name():
    model = open_model("shapes-hard")
    settings = replace(SHORT, model="mine", source=shapes_source("hard", 12), modes=("off",))
    own = record(settings, 12, quiet, model)
    bundled = record(replace(settings, model="shapes-hard"), 12, quiet)
    assert own.model == "mine"
    np.testing.assert_array_equal(own.modes[0].causes, bundled.modes[0].causes)


def test_more_pictures_than_a_browser_can_hold_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_PIXELS", 32 * 32 * 5 * 30)
    with pytest.raises(UserError, match="choose at most 30 with --frames"):
        record(SHORT, 130, quiet)
