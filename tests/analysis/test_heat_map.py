"""Where units look, as heat on the frame."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.heat_map import heat_map
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets

SPEC = NetworkSpec((17, 17), 15, (LayerSpec(225, 6, 3, square_offsets(2)),))


def test_heat_lies_where_the_units_look() -> None:
    spec = replace(SPEC, frame_shape=(34, 17))
    heat = heat_map(spec, (34, 17), np.array([1.0, 0.0]))
    assert (heat[:17] == 1).all()
    assert (heat[17:] == 0).all()


def test_heat_is_the_mean_where_units_overlap_and_leaves_padding_out() -> None:
    spec = replace(SPEC, frame_shape=(18, 15), padding=1)
    heat = heat_map(spec, (18, 15), np.array([1.0, 3.0]))
    assert heat.shape == (18, 15)
    assert heat[0, 0] == 1
    assert heat[-1, 0] == 3
    assert heat[9, 7] == 2
