"""Algorithm 1 in PyTorch: inference of a whole frame, written with tensors.

The same iterations as `reference_layer` and the engine's `paper` solver, without an early stop.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.state import NetworkState


class TorchNetwork:
    """A network's parameters as tensors, with what can be computed before a frame arrives.

    Parameters
    ----------
    torch
        The imported module.
    network
        The parameters.
    """

    def __init__(self, torch: ModuleType, network: Network) -> None:
        self._torch = torch
        self._layers = [_TorchLayer(torch, layer) for layer in network.layers]

    def infer(
        self, frame_patches: Array, previous: NetworkState | None, depth: int | None = None
    ) -> list[tuple[Array, Array]]:
        """Return states (G, N, K) and causes (G, D) of every layer, or of the first `depth`."""
        torch = self._torch
        with torch.inference_mode():
            inputs = torch.tensor(frame_patches)
            results = []
            for index, layer in enumerate(self._layers[:depth]):
                before = None
                if previous is not None:
                    before = torch.tensor(previous.layers[index].states)
                x, u = layer.infer(inputs, before)
                results.append((x.numpy(), u.numpy()))
                inputs = u * layer.output_scale
            return results


class _TorchLayer:
    """One layer; the letters are the paper's."""

    def __init__(self, torch: ModuleType, layer: Layer) -> None:
        self._torch, self._spec = torch, layer.spec
        self._A, self._B, self._C = (torch.tensor(getattr(layer, name)) for name in "ABC")
        self._gram = torch.tensor(layer.gram)
        self._curvature = layer.curvature
        self.output_scale = layer.output_scale

    def infer(self, inputs: Any, previous: Any) -> tuple[Any, Any]:
        """Return states and causes after all iterations of Algorithm 1, all groups together."""
        torch, spec = self._torch, self._spec
        B, gram = self._B, self._gram
        lam, mu, gamma0 = spec.transition_weight, spec.smoothing, spec.sparsity
        y = inputs.reshape(-1, spec.group, spec.inputs)
        b = y @ self._C
        predicted = torch.zeros_like(b) if previous is None else previous @ self._A.T
        step = 1 / (self._curvature + lam / mu)
        x, z = predicted, predicted
        u = torch.zeros(len(y), spec.causes, dtype=b.dtype)
        xi = u
        tau = 1.0
        for _ in range(spec.iterations):
            gamma = gamma0 / 2 * (1 + torch.exp(-u @ B.T))[:, None, :]
            slope = z @ gram - b + lam * torch.clamp((z - predicted) / mu, -1, 1)
            v = z - step * slope
            new_x = torch.sign(v) * torch.relu(torch.abs(v) - step * gamma)

            pooled = new_x.abs().sum(dim=1)
            pull = gamma0 / 2 * pooled
            curvature = ((pull * B.sum(dim=1)) @ B).amax(dim=1, keepdim=True)
            gradient = -(pull * torch.exp(-xi @ B.T)) @ B + spec.cause_sparsity
            new_u = torch.relu(xi - gradient / torch.clamp(curvature, min=1e-12))
            new_u = new_u * (curvature > 0)

            tau, last = (1 + math.sqrt(4 * tau * tau + 1)) / 2, tau
            momentum = (last - 1) / tau
            z = new_x + momentum * (new_x - x)
            xi = torch.relu(new_u + momentum * (new_u - u))
            x, u = new_x, new_u
        return x, u
