"""What drives causes, looked for in the whole video."""

import numpy as np
import pytest

from dpcn_app.analysis.driving_windows import DrivingWindows
from dpcn_app.engine.top_down import TopDown
from dpcn_app.live.closed_track import with_eyes
from dpcn_app.live.controller import Controller
from dpcn_app.live.driving_video import DrivingCollector
from dpcn_app.live.engine_commands import Change, CollectDriving
from dpcn_app.live.settings import Settings
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
VIDEO = noisy_shapes(ShapesConfig.named("easy", seed=7), 40, 1.5)


def watched() -> Track:
    grid = PatchGrid.of(NETWORK.spec, VIDEO.frame_shape)
    return Track(NETWORK, VIDEO, grid, TopDown.named("both"))


@pytest.mark.parametrize("layer", [0, 1])
def test_the_best_windows_of_all_frames_are_found_without_watching(layer) -> None:
    track = watched()
    track.state(39)
    collector = DrivingCollector()
    collector.ask(layer)
    found = collector.look("both", lambda mode: track, VIDEO)
    assert found is not None
    by_hand = DrivingWindows(NETWORK.spec, layer)
    for index in range(40):
        causes = track.state(index).layers[layer].causes
        by_hand.watch(index, VIDEO.frame(index).image, causes)
    assert (found.layer, found.mode, found.frames) == (layer, "both", 40)
    for cause in range(3):
        pairs = zip(found.windows.of(cause), by_hand.of(cause), strict=True)
        for one, other in pairs:
            assert one[:2] == other[:2]
            np.testing.assert_array_equal(one.picture, other.picture)
    assert collector.look("both", lambda mode: track, VIDEO) is found


def test_nothing_is_looked_for_unless_asked_or_before_all_frames_are_inferred() -> None:
    track = watched()
    collector = DrivingCollector()
    assert collector.look("both", lambda mode: track, VIDEO) is None
    collector.ask(0)
    assert collector.look("both", lambda mode: track, VIDEO) is None  # no frame is inferred
    collector.ask(7)
    track.state(39)
    assert collector.look("both", lambda mode: track, VIDEO) is None  # no such layer


def test_frames_that_were_never_seen_drive_nothing() -> None:
    track = watched()
    track.state(39)
    closed = with_eyes(track, 20)
    own = [causes for _, causes in track.layer_causes(0)]
    for (_, one), other in zip(closed.layer_causes(0), own, strict=True):
        np.testing.assert_array_equal(one, other)


def test_results_that_are_known_in_advance_need_no_states() -> None:
    controller = Controller(Settings(modes=("prior",)), playing=False)
    controller.handle(CollectDriving(1))
    found = controller.snapshot().driving
    assert found is not None and found.frames == 300 and found.mode == "prior"
    causes = controller.snapshot().views[0].causes
    cause = int(causes.max(axis=0).argmax())
    assert found.windows.of(cause)[0].frame == int(causes[:, cause].argmax())
    controller.handle(Change(Settings(modes=("prior",), noise=0.0)))
    assert controller.snapshot().driving is None  # another video, not inferred yet
    controller.close()
