"""Natural scenes: windows on photographs and videos, and the experiment on a small network."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from dpcn_app.commands.reproduce_natural import ROWS
from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.stages import Stage
from dpcn_app.errors import UserError
from dpcn_app.experiments import natural
from dpcn_app.experiments.natural import copies_of_one_cause, reproduce_natural, streams
from dpcn_app.training.driver import make_trainer
from dpcn_app.training.fields_of_view import (
    CLIPS,
    LENGTH,
    WINDOWS,
    photographs_stream,
    video_stream,
    with_gain,
)
from dpcn_app.training.presets import NATURAL_NETWORK, Preset, preset
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import NATURAL
from dpcn_app.video.source import Frame, FrameSource

SMALL_NETWORK = NetworkSpec(
    (20, 20),
    9,
    (
        LayerSpec(81, 24, 8, square_offsets(2), 0.2, 1.0, 0.2, iterations=10),
        LayerSpec(8, 10, 4, square_offsets(3), 0.05, 0.2, 0.05, iterations=10),
    ),
)
STAGES = (
    Stage("C", share=0.5, inputs=1),
    Stage("A", share=0.2, inputs=1),
    Stage("B", share=0.3, rate=0.04, last_rate=0.01),
)
SMALL = Preset(
    "natural", "", SMALL_NETWORK, (LearningSpec(epochs=2, stages=STAGES),) * 2, 64, NATURAL
)


class Grey(FrameSource):
    """A video of uniform grey, or with a bright frame at its end."""

    def __init__(self, frames: int, shape: tuple[int, int] = (40, 40), rising: bool = False):
        self._frames, self._shape, self._rising = frames, shape, rising

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    def __len__(self) -> int:
        return self._frames

    def frame(self, index: int) -> Frame:
        rng = np.random.default_rng(index)
        image = np.full(self._shape, 0.5, np.float32)
        if self._rising:
            image[:, 20:] += rng.normal(0, 0.2, (self._shape[0], self._shape[1] - 20))
        return Frame(index, image.astype(np.float32))


def test_a_step_shows_whole_fields_of_all_windows() -> None:
    stream = photographs_stream(NATURAL_NETWORK, NATURAL, 64, 1)
    assert stream.steps * CLIPS == stream.frames == 64
    patches = stream.patches(0)
    assert patches.shape == (CLIPS * WINDOWS * 16, 225)
    np.testing.assert_allclose(patches.mean(axis=1), 0, atol=1e-5)
    np.testing.assert_array_equal(patches, stream.patches(0))
    assert [step for step in range(stream.steps) if stream.starts(step)] == [0, LENGTH]


def test_pixels_of_the_training_video_have_an_rms_of_one() -> None:
    source = MovingPhotographs(PhotographsConfig(part="train", seed=2), 200)
    fitted = with_gain(NATURAL, source)
    squares = [(fitted.apply(source.frame(i).image) ** 2).mean() for i in range(0, 200, 4)]
    assert np.sqrt(np.mean(squares)) == pytest.approx(1, abs=0.1)


def test_flat_windows_are_passed_over() -> None:
    """The left half of the video is uniform grey, so windows lie in the right half."""
    source = Grey(12, (40, 60), rising=True)
    stream = video_stream(SMALL_NETWORK, replace(NATURAL, flat=0.3), source, 32, 0)
    contrast = stream.patches(0).reshape(CLIPS * WINDOWS, -1).std(axis=1)
    assert (contrast > 0.2).mean() > 0.9


def test_a_video_without_anything_to_see_or_too_short_or_too_small_is_refused() -> None:
    with pytest.raises(UserError, match="uniform grey"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(12), 64, 0)
    with pytest.raises(UserError, match="two frames"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(1, rising=True), 64, 0)
    with pytest.raises(UserError, match="smaller than"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(12, (8, 60), rising=True), 64, 0)
    with pytest.raises(UserError, match="frames"):
        photographs_stream(SMALL_NETWORK, NATURAL, 3, 0)


def test_a_video_of_a_few_frames_is_shown_in_shorter_clips() -> None:
    stream = video_stream(SMALL_NETWORK, NATURAL, Grey(3, rising=True), 64, 0)
    assert [step for step in range(6) if stream.starts(step)] == [0, 3]
    assert stream.patches(stream.steps - 1).shape[1] == 81


def test_held_out_clips_of_a_video_come_from_its_last_quarter() -> None:
    source = Grey(100, rising=True)
    train_on, held = streams(SMALL, 64, 1, source)
    assert max(train_on._clips) + LENGTH <= 75
    assert min(held._clips) >= 75
    assert held.preprocessing == train_on.preprocessing


def test_shapes_are_not_learnt_from_a_video() -> None:
    with pytest.raises(UserError, match="give no video"):
        make_trainer(preset("shapes-easy"), 60, 1, Grey(10, rising=True))


def test_columns_along_one_axis_are_copies() -> None:
    C = np.eye(6, 4)
    assert copies_of_one_cause(C) == 1
    C[:, 0] = 1
    assert copies_of_one_cause(C) == 0.75


@pytest.fixture(scope="module")
def result(request: pytest.FixtureRequest) -> natural.NaturalResult:
    patch = pytest.MonkeyPatch()
    request.addfinalizer(patch.undo)
    patch.setattr(natural, "_TEST_FRAMES", 32)
    patch.setattr(natural, "_DIRECTED_FRAMES", 32)
    patch.setattr(natural, "_STEPS_OF_A", 16)
    return reproduce_natural((1,), recipe=SMALL)


def test_the_experiment_measures_every_line_of_its_table(result: natural.NaturalResult) -> None:
    (seed,) = result.results
    assert len(seed.checks()) == 14
    assert all(isinstance(cell(seed), str) for cell in ROWS.values())
    numbers = seed.as_dict()
    assert set(numbers) >= {"filters", "causes", "use", "mixed", "directed", "energies", "second"}
    flat = [value for part in numbers.values() if isinstance(part, dict) for value in part.values()]
    assert all(np.isfinite(value) for value in flat if isinstance(value, float))
    assert result.verdict in ("pass", "fail")


def test_a_small_network_fails_honestly(result: natural.NaturalResult) -> None:
    """Two dozen atoms after a few steps of learning are not Gabor functions."""
    assert result.verdict == "fail"
    assert not all(result.as_dict()["checks"][0].values())  # type: ignore[index]


def test_the_same_seed_gives_the_same_figures(result: natural.NaturalResult) -> None:
    again = natural.examine_natural(result.results[0].network, *streams(SMALL, 64, 1, None), 1)
    assert asdict(again.filters) == asdict(result.results[0].filters)
    assert asdict(again.causes) == asdict(result.results[0].causes)


def test_figures_are_drawn(result: natural.NaturalResult, tmp_path) -> None:
    from dpcn_app.experiments.natural_figures import draw_natural

    paths = draw_natural(result.results[0], tmp_path)
    assert {path.stem for path in paths} == {
        "dictionary",
        "fields-1",
        "fields-2",
        "causes-1",
        "causes-2",
        "transitions",
        "gabor-centres",
        "gabor-frequencies",
    }
    assert all(path.stat().st_size > 1000 for path in paths)


def test_pictures_that_are_missing_are_gaps_in_a_mosaic() -> None:
    """Without gaps, an atom with few successors would seem to be followed by grey ones."""
    from dpcn_app.experiments.natural_figures import _filled, mosaic

    sheet = mosaic(_filled(np.full((1, 2, 2), 3.0), 3), 3)
    np.testing.assert_array_equal(sheet[1:3, 1:3], 1)
    assert np.isnan(sheet[1:3, 3:]).all()
