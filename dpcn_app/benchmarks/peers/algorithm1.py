"""Algorithm 1 in PyTorch: inference of a whole frame, written with tensors.

The same iterations as `reference_layer` and the engine's `paper` solver, without an early stop.
What depends on the parameters alone is computed once, before a frame arrives; an iteration is few
and large operations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
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
    compiled
        Whether `torch.compile` fuses an iteration's operations; the first frame of a shape then
        takes many seconds.
    """

    def __init__(self, torch: ModuleType, network: Network, compiled: bool = False) -> None:
        self._torch = torch
        if compiled:
            torch.compiler.reset()  # or it would stop compiling after a few networks
        self._layers = [_TorchLayer(torch, layer, compiled) for layer in network.layers]

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
    """One layer; the letters are the paper's, and L = ‖C‖² + λ/μ.

    W = I − G/L: the smooth part's slope leads to zW + Cᵀy/L − λ clip((z − p)/μ, −1, 1)/L.
    Q = γ₀/2·B∘(B1): its product with the pooled |x| bounds the curvature along the causes.
    """

    def __init__(self, torch: ModuleType, layer: Layer, compiled: bool) -> None:
        spec = layer.spec
        self._torch, self._spec = torch, spec
        self.output_scale = layer.output_scale
        A, B, C, gram = (torch.tensor(each) for each in (layer.A, layer.B, layer.C, layer.gram))
        steepness = spec.transition_weight / spec.smoothing
        step = 1 / (layer.curvature + steepness)
        self._A_rows, self._C_step = A.T.contiguous(), step * C
        self._bend, self._most = step * steepness, step * spec.transition_weight
        self._half_step = spec.sparsity / 2 * step
        self._W = torch.eye(spec.states) - step * gram
        self._minus_B_rows = (-B.T).contiguous()
        self._half_B = spec.sparsity / 2 * B
        self._Q = self._half_B * B.sum(dim=1, keepdim=True)
        self._iterate: Callable[..., tuple[Any, ...]] = self._iteration
        if compiled:
            self._iterate = torch.compile(self._iteration, dynamic=False)

    def infer(self, inputs: Any, previous: Any) -> tuple[Any, Any]:
        """Return states and causes after all iterations of Algorithm 1, all groups together."""
        torch, spec = self._torch, self._spec
        N, K = spec.group, spec.states
        b = inputs.reshape(-1, spec.inputs) @ self._C_step
        p = torch.zeros_like(b) if previous is None else previous.reshape(-1, K) @ self._A_rows
        x, z = p.clone(), p.clone()  # what is compiled for one array in two places serves no others
        u, xi = (torch.zeros(len(b) // N, spec.causes, dtype=b.dtype) for _ in range(2))
        for extrapolation in _extrapolations(torch, spec.iterations):
            x, z, u, xi = self._iterate(x, z, u, xi, b, p, extrapolation)
        return x.reshape(-1, N, K), u

    def _iteration(
        self, x: Any, z: Any, u: Any, xi: Any, b: Any, p: Any, extrapolation: Any
    ) -> tuple[Any, ...]:
        """Return the next x, z, u and ξ."""
        torch, N = self._torch, self._spec.group
        threshold = (torch.exp(u @ self._minus_B_rows) + 1) * self._half_step
        v = torch.addmm(b, z, self._W) - torch.clamp((z - p) * self._bend, -self._most, self._most)
        v = v.reshape(len(u), N, -1)
        threshold = threshold[:, None]
        soft = v - torch.maximum(torch.minimum(v, threshold), -threshold)
        pooled = soft.abs().sum(dim=1)

        curvature = (pooled @ self._Q).amax(dim=1, keepdim=True)
        pull = (pooled * torch.exp(xi @ self._minus_B_rows)) @ self._half_B
        move = (pull - self._spec.cause_sparsity) / torch.clamp(curvature, min=1e-12)
        new_u = torch.relu(xi + move) * (curvature > 0)

        new_x = soft.reshape(x.shape)
        z = torch.lerp(x, new_x, extrapolation)
        xi = torch.relu(torch.lerp(u, new_u, extrapolation))
        return new_x, z, new_u, xi


def _extrapolations(torch: ModuleType, iterations: int) -> Any:
    """Return 1 + (τ_i − 1)/τ_{i+1} for every iteration, one tensor each."""
    factors, tau = [], 1.0
    for _ in range(iterations):
        tau, last = (1 + math.sqrt(4 * tau * tau + 1)) / 2, tau
        factors.append(1 + (last - 1) / tau)
    return torch.tensor(factors).unbind()
