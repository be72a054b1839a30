"""A network whose atoms are bars and whose transition moves them on."""

from dataclasses import replace

import numpy as np

from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec

SIDE = 15
SPEC = NetworkSpec((SIDE, SIDE), SIDE, (LayerSpec(SIDE**2, 8, 2, ((0, 0),)),))


def moving_bars() -> Network:
    """Atoms are upright bars, each two pixels right of the one before; A moves on by one."""
    network = Network.initial(SPEC, 0)
    atoms = np.zeros((8, SIDE, SIDE), np.float32)
    for number in range(8):
        atoms[number, 3:12, 2 * number : 2 * number + 1] = 1 / 3
    A = np.roll(np.eye(8, dtype=np.float32), 1, axis=0) * 0.9
    A[0, 7] = 0  # the last one leaves
    layer = replace(network.layers[0], A=A, C=atoms.reshape(8, -1).T)
    return network.with_layer(0, layer)
