"""Which windows drive a cause, compared with a search through all windows, one at a time."""

import numpy as np

from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.stages import LEARNING_TOLERANCE
from dpcn_app.experiments.driving import STRONGEST, watch_windows
from dpcn_app.training.fields_of_view import photographs_stream
from dpcn_app.video.preprocess import NATURAL

SPEC = NetworkSpec(
    (20, 20),
    7,
    (
        LayerSpec(49, 20, 6, square_offsets(2), 0.0, 0.8, 0.05, iterations=10),
        LayerSpec(6, 8, 3, square_offsets(3), 0.0, 0.05, 0.01, iterations=10),
    ),
)


def test_the_strongest_window_of_a_cause_is_found_among_all() -> None:
    network = Network.initial(SPEC, 2)
    stream = photographs_stream(SPEC, NATURAL, 64, 1)
    layer, (driven, above) = network.layers[0], watch_windows(network, stream)
    windows, strengths = [], []
    for step in range(0, stream.steps, 4):
        for window in stream.windows(step):
            for down, across in square_offsets(3):
                seen = window[down : down + 9, across : across + 9]
                patches = np.stack(
                    [seen[y : y + 7, x : x + 7].ravel() for y, x in square_offsets(2)]
                )
                patches = patches - patches.mean(axis=1, keepdims=True)
                state = infer_layer(layer, patches, tolerance=LEARNING_TOLERANCE)
                windows.append(seen)
                strengths.append(state.causes[0])
    for cause, best in enumerate(np.argmax(strengths, axis=0)):
        np.testing.assert_array_equal(driven.windows[cause][0], windows[best])
    assert driven.means.shape == (6, 9, 9)
    assert above.means.shape == (3, 12, 12)
    assert all(len(each) <= STRONGEST for each in (*driven.windows, *above.windows))
    assert 0 <= driven.by_chance <= 1
    assert 0 < driven.likeness <= 1


def test_a_silent_cause_is_driven_by_nothing() -> None:
    network = Network.initial(SPEC, 2)
    layer = network.layers[0]
    B = layer.B.copy()
    B[:, 1] = 0
    silenced = network.with_layer(0, type(layer)(layer.spec, layer.A, B, layer.C))
    driven, _ = watch_windows(silenced, photographs_stream(SPEC, NATURAL, 32, 1))
    assert len(driven.windows[1]) == 0
    assert not driven.means[1].any()
