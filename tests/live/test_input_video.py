"""What the network sees of a video: the whole frame, shrunk until it plays smoothly."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.live.input_video import make_input_video, smooth_scale, with_overlap
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings
from dpcn_app.live.track import UNITS_AT_ONCE
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import WHOLE, Preprocessing
from dpcn_app.video.source import Frame, FrameSource, Image

NATURAL_MODEL = open_model("natural")
SPEC = with_overlap(NATURAL_MODEL.network).spec
SEEN = Settings(source="film.mp4", model="natural", noise=0.0)


class Grey(FrameSource):
    """A video of grey frames of a shape."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._shape = shape

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        return self._shape

    def __len__(self) -> int:
        return 3

    def frame(self, index: int) -> Frame:
        return Frame(index, np.full(self._shape, 0.5, np.float32))


def units(shape: tuple[int, int]) -> int:
    return len(SPEC.unit_corners(shape))


@pytest.mark.parametrize("shape", [(360, 640), (640, 360), (1080, 1920), (500, 500), (90, 400)])
def test_a_frame_is_shrunk_no_further_than_the_units_at_once_ask(shape: tuple[int, int]) -> None:
    scale = smooth_scale(SPEC, shape)
    assert units(Preprocessing(scale=scale).shape(shape)) <= UNITS_AT_ONCE
    larger = Preprocessing(scale=scale + 1.01 / min(shape))
    assert units(larger.shape(shape)) > UNITS_AT_ONCE


def test_a_small_frame_is_seen_as_it_is_and_a_long_one_is_as_high_as_a_unit() -> None:
    assert smooth_scale(SPEC, (36, 52)) == 1.0
    assert smooth_scale(SPEC, (36, 52), largest=0.6) == 0.6
    assert smooth_scale(SPEC, (40, 4000)) == SPEC.field[0] / 40


def test_a_video_is_opened_with_its_whole_frame_in_view() -> None:
    video = make_input_video(SEEN, NATURAL_MODEL, Grey((360, 640)))
    assert video.region == (0, 0, 360, 640)
    assert video.grid.units <= UNITS_AT_ONCE
    assert video.seen.frame(0).image.shape == video.preprocessing.shape((360, 640))


def test_a_region_is_seen_in_the_size_that_the_model_was_taught_with() -> None:
    whole = replace(SEEN, region=(0, 0, 360, 640))
    assert make_input_video(whole, NATURAL_MODEL, Grey((360, 640))).preprocessing.scale == 1.0
    half = replace(SEEN, scale=0.5)
    video = make_input_video(half, NATURAL_MODEL, Grey((360, 640)))
    assert (video.region, video.seen.frame_shape) == ((0, 0, 360, 640), (180, 320))


def test_the_models_own_region_and_scale_win_where_they_fit() -> None:
    own = replace(NATURAL_MODEL.preprocessing, region=(10, 20, 200, 300), scale=0.5)
    model = replace(NATURAL_MODEL, preprocessing=own)
    video = make_input_video(SEEN, model, Grey((480, 640)))
    assert (video.region, video.preprocessing.scale) == ((10, 20, 200, 300), 0.5)
    small = make_input_video(SEEN, model, Grey((48, 80)))
    assert small.preprocessing.region == WHOLE
    assert small.preprocessing.scale == 0.5


class Paper(Grey):
    """A picture on which something may be drawn."""

    @property
    def shows_paper(self) -> bool:
        return True


@pytest.mark.parametrize(("name", "drawn"), [("shapes-easy", True), ("shapes-levels", None)])
def test_drawings_are_looked_for_by_networks_of_single_shapes_alone(name, drawn) -> None:
    settings = replace(SEEN, drawing=True)
    video = make_input_video(settings, open_model(name), Paper((90, 90)))
    assert video.drawn is drawn


def seam(picture: Image, rows: list[int], columns: list[int]) -> float:
    """Return the mean |gradient| across borders of top units over that everywhere else."""
    down, across = np.abs(np.diff(picture, axis=0)), np.abs(np.diff(picture, axis=1))
    at_row = np.isin(np.arange(len(down)) + 1, rows)
    at_column = np.isin(np.arange(across.shape[1]) + 1, columns)
    borders = np.concatenate([down[at_row].ravel(), across[:, at_column].ravel()])
    elsewhere = np.concatenate([down[~at_row].ravel(), across[:, ~at_column].ravel()])
    return float(borders.mean() / elsewhere.mean())


def borders(corners: list[int], field: int, side: int) -> list[int]:
    """Return the first pixels after all borders of fields inside a frame."""
    ends = (end for corner in corners for end in (corner, corner + field))
    return sorted({end for end in ends if 0 < end < side})


def test_top_units_meet_without_a_seam_in_the_reconstruction() -> None:
    settings = replace(SEEN, source=MOVING_PHOTOGRAPHS, region=(0, 0, 80, 80))
    photographs = MovingPhotographs(PhotographsConfig((80, 80), seed=3), 8)

    def seams(overlapping: bool) -> tuple[float, float]:
        video = make_input_video(settings, NATURAL_MODEL, photographs)
        network = video.network if overlapping else NATURAL_MODEL.network
        grid = PatchGrid.of(network.spec, video.seen.frame_shape, video.preprocessing)
        state = None
        found = []
        for index in range(8):
            image = video.seen.frame(index).image
            state = infer_step(network, grid.cut(image), state)
            picture = grid.whole_frame(state.layers[0].reconstruction, image)
            corners = network.spec.unit_corners(image.shape)
            places = [
                borders(np.unique(corners[:, axis]).tolist(), 20, image.shape[axis])
                for axis in (0, 1)
            ]
            found.append((seam(picture, *places), seam(image, *places)))
        made, given = np.mean(found, axis=0)
        return float(made), float(given)

    made, given = seams(overlapping=True)
    assert made < 1.06 * given
    made, given = seams(overlapping=False)
    assert made > 1.25 * given
