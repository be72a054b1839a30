"""Results known in advance: those of the demonstrations, and of nothing else."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.live import known_results
from dpcn_app.live.first_snapshot import open_settings_video
from dpcn_app.live.input_video import make_input_video
from dpcn_app.live.known_results import KnownResults
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.demonstrations import demonstration_path
from dpcn_app.storage.models import Model
from dpcn_app.video.noise import Noise

HARD = replace(Settings(), model="shapes-hard", source=shapes_source("hard"))
WIDE = replace(Settings(), model="shapes-wide", source=shapes_source("wide"))


def known(settings: Settings, model: Model | None = None) -> KnownResults:
    model = model or open_model(settings.model)
    video = make_input_video(settings, model, open_settings_video(settings))
    return KnownResults(settings, model.network, video.seen, video.grid)


@pytest.mark.parametrize("settings", [Settings(), HARD, WIDE], ids=["easy", "hard", "wide"])
@pytest.mark.parametrize("mode", ["off", "both", "prior", "average"])
def test_the_modes_of_t_p_and_c_are_known(settings: Settings, mode: str) -> None:
    run = known(settings).run(TopDown.named(mode))
    assert run is not None
    assert run.causes.shape == (300, 3)


def test_the_clean_video_is_known_bottom_up_alone() -> None:
    results = known(Settings())
    clean, noisy = results.run(OFF, clean=True), results.run(OFF)
    assert clean is not None and noisy is not None
    assert not np.array_equal(clean.causes, noisy.causes)


@pytest.mark.parametrize("mode", ["coherence", "predictions", "prior:T", "placebo"])
def test_other_modes_are_inferred(mode: str) -> None:
    assert known(Settings()).run(TopDown.named(mode)) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"noise": 1.4},
        {"seed": 8},
        {"noise_kind": "gaussian", "noise": 1.0},
        {"source": shapes_source(frames=299)},
        {"model": "shapes-hard"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_of_other_settings_nothing_is_known(changed: dict[str, object]) -> None:
    assert known(replace(Settings(), **changed)).run(OFF) is None  # type: ignore[arg-type]


def test_of_another_network_with_the_same_name_nothing_is_known() -> None:
    model = open_model("shapes-easy")
    layer = model.network.layers[0]
    trained = replace(layer, C=layer.C * np.float32(1.0001))
    other = replace(model, network=model.network.with_layer(0, trained))
    assert known(Settings(), other).run(OFF) is None


def test_of_a_video_that_is_drawn_otherwise_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "dpcn_app.live.input_video.Noise", lambda kind, amount, seed: Noise(kind, amount, seed + 1)
    )
    assert known(Settings()).run(OFF) is None


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shapes-easy.npz"
    monkeypatch.setattr(known_results, "demonstration_path", lambda model: path)
    assert known(Settings()).run(OFF) is None
    shutil.copy(demonstration_path("shapes-easy"), path)
    assert known(Settings()).run(OFF) is not None
    path.write_bytes(path.read_bytes()[:5000])
    assert known(Settings()).run(OFF) is None


def test_a_known_track_has_all_at_once_what_another_has_to_infer() -> None:
    settings = Settings()
    model = open_model(settings.model)
    video = make_input_video(settings, model, open_settings_video(settings))
    results = KnownResults(settings, model.network, video.seen, video.grid)
    top_down = TopDown.named("both")
    track = Track(model.network, video.seen, video.grid, top_down, known=results.run(top_down))
    assert track.known and track.complete and track.needs == 0
    inferred = Track(model.network, video.seen, video.grid, top_down)
    assert not inferred.known and inferred.needs == 2
    inferred.state(299)
    np.testing.assert_allclose(track.causes, inferred.causes, atol=0.05)
    assert track.fading is not None and inferred.fading is not None
    assert track.fading.leak == pytest.approx(inferred.fading.leak, abs=1e-3)
    assert track.fading.kept == pytest.approx(inferred.fading.kept, abs=1e-3)
    for index in (299, 0, 123):
        state = track.state(index)
        assert state is track.state(index)
        for found, other in zip(state.layers, inferred.state(index).layers, strict=True):
            np.testing.assert_allclose(found.states, other.states, atol=0.02)
