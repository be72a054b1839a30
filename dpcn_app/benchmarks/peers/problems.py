"""The problems of the race that infer states alone: E1 with and without the transition term."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dpcn_app.benchmarks.natural_frames import MODEL, natural_patches
from dpcn_app.benchmarks.solver_speed import noisy_patches
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.preprocess import normalise_contrast

PHOTOGRAPH_SPARSITY = 1.5
_FLATTEST = 0.5  # least standard deviation of a patch


@dataclass(frozen=True, eq=False)
class StateProblem:
    """E1(x) = ½‖y − Cx‖² + λ‖x − c‖₁ + γ‖x‖₁, summed over a batch of inputs (paper, eq. 2).

    Parameters
    ----------
    what
        Where the inputs come from.
    C, inputs
        Dictionary, shape (P, K), and y, shape (n, P).
    sparsity
        γ.
    predicted, transition_weight
        c, shape (n, K), and λ; None and 0 for the plain lasso.
    """

    what: str
    C: Array
    inputs: Array
    sparsity: float
    predicted: Array | None = None
    transition_weight: float = 0.0

    def first(self, count: int) -> StateProblem:
        """Return the problem with the first `count` inputs only."""
        predicted = None if self.predicted is None else self.predicted[:count]
        return StateProblem(
            self.what,
            self.C,
            self.inputs[:count],
            self.sparsity,
            predicted,
            self.transition_weight,
        )

    def energy(self, states: Array) -> float:
        """Return E1 of the whole batch, in double precision."""
        x = states.astype(np.float64)
        residual = self.inputs.astype(np.float64) - x @ self.C.astype(np.float64).T
        total = 0.5 * (residual**2).sum() + self.sparsity * np.abs(x).sum()
        if self.predicted is not None:
            total += self.transition_weight * np.abs(x - self.predicted).sum()
        return float(total)

    def lower_bound(self, states: Array) -> float:
        """Return a lower bound of the energy, by Fenchel duality; it is tight at the minimiser.

        For any r with |Cᵀr| ≤ λ + γ, E1 ≥ rᵀy − ½‖r‖² − Σ_k max(−λ|c_k|, [Cᵀr]_k c_k − γ|c_k|).
        Here r is the residual of the states, scaled down until the condition holds.
        """
        C, y = self.C.astype(np.float64), self.inputs.astype(np.float64)
        r = y - states.astype(np.float64) @ C.T
        steepest = np.abs(r @ C).max(axis=1, keepdims=True)
        most = self.sparsity + self.transition_weight
        r = r * np.minimum(1, most / np.maximum(steepest, 1e-300))
        bound = float((r * y).sum() - 0.5 * (r**2).sum())
        if self.predicted is not None:
            c = self.predicted.astype(np.float64)
            at_zero = -self.transition_weight * np.abs(c)
            at_c = (r @ C) * c - self.sparsity * np.abs(c)
            bound -= float(np.maximum(at_zero, at_c).sum())
        return bound

    @cached_property
    def solution(self) -> Array:
        """The minimiser, in double precision."""
        return infer_states(
            self.C.astype(np.float64),
            self.inputs.astype(np.float64),
            None if self.predicted is None else self.predicted.astype(np.float64),
            transition_weight=self.transition_weight,
            sparsity=self.sparsity,
            iterations=100_000,
            tolerance=1e-9,
        )

    @cached_property
    def lowest_energy(self) -> float:
        """The energy of the solution, which is the minimum to within `certainty`."""
        return self.energy(self.solution)

    @cached_property
    def certainty(self) -> float:
        """Most that the solution's energy can lie above the minimum, relatively."""
        return 1 - self.lower_bound(self.solution) / self.lowest_energy

    def gap(self, states: Array) -> float:
        """Return how far the energy of some states lies above the lowest, relatively."""
        return self.energy(states) / self.lowest_energy - 1


def shapes_problem(count: int, temporal: bool) -> StateProblem:
    """Return patches of noisy shapes, 12×12, with the bundled network's 100 atoms.

    Empty patches are left out, as they need no work. If `temporal`, c = A x_{t−1}, with x_{t−1}
    inferred from the frame before.
    """
    network = open_model("shapes-easy").network
    patches_a_frame = network.spec.units_per_field(0)
    video = noisy_patches(network.spec, "easy", max(3 * count // patches_a_frame, 3))
    return _of_video("noisy shapes", network.layers[0], video, count, temporal)


def natural_problem(count: int, temporal: bool) -> StateProblem:
    """Return patches of natural frames, 15×15, with the 400 atoms of the bundled `natural`.

    If `temporal`, c = A x_{t−1}, with x_{t−1} inferred from the frame before.
    """
    layer = open_model(MODEL).network.layers[0]
    return _of_video("natural frame", layer, natural_patches(2, across=2), count, temporal)


def _of_video(what: str, layer: Layer, video: Array, count: int, temporal: bool) -> StateProblem:
    """Return up to `count` patches of a video, (frames, patches, P), that are not empty."""
    spec = layer.spec
    before, now = video[:-1].reshape(-1, spec.inputs), video[1:].reshape(-1, spec.inputs)
    chosen = np.random.default_rng(0).permutation(np.flatnonzero(now.any(axis=1)))[:count]
    before, now = before[chosen], now[chosen]
    if not temporal:
        return StateProblem(what, layer.C, now, spec.sparsity)
    gamma, lam = spec.sparsity, spec.transition_weight
    states = infer_states(layer.C, before, transition_weight=0.0, sparsity=gamma)
    return StateProblem(what, layer.C, now, gamma, states @ layer.A_rows, lam)


def photograph_problem(
    count: int, temporal: bool, side: int = 15, states: int = 400, steps: int = 150
) -> StateProblem:
    """Return patches of a photograph, 15×15, with a dictionary of 400 atoms learnt from it.

    If `temporal`, the window has moved by a pixel, and c = .9 x_{t−1}, as the states hardly change
    with so slow a motion.
    """
    rng = np.random.default_rng(0)
    image = _photograph()
    C = _learnt_dictionary(_windows(image, 40 * states, side, rng)[0], states, steps, rng)
    before, now = _windows(image, count, side, rng)
    gamma = PHOTOGRAPH_SPARSITY
    if not temporal:
        return StateProblem("photograph", C, now, gamma)
    last = infer_states(C, before, transition_weight=0.0, sparsity=gamma)
    return StateProblem("photograph", C, now, gamma, np.float32(0.9) * last, 0.2 * gamma)


def _photograph() -> Array:
    """Return scikit-image's cameraman (CC0), with normalised contrast."""
    from skimage import data

    image = normalise_contrast(data.camera().astype(np.float32) / 255, sigma=3.0)
    return image / image.std()


def _windows(image: Array, count: int, side: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return windows of an image, and those one pixel to the right, both without their means."""
    pairs: list[Array] = []
    while len(pairs) < count:
        row, column = (rng.integers(0, size - side - 1) for size in image.shape)
        pair = np.stack(
            [image[row : row + side, start : start + side] for start in (column, column + 1)]
        ).reshape(2, -1)
        pair -= pair.mean(axis=1, keepdims=True)
        if pair.std(axis=1).min() >= _FLATTEST:
            pairs.append(pair)
    before, now = np.stack(pairs, axis=1).astype(np.float32)
    return np.ascontiguousarray(before), np.ascontiguousarray(now)


def _learnt_dictionary(patches: Array, states: int, steps: int, rng: np.random.Generator) -> Array:
    """Return a dictionary learnt by plain sparse coding, one Newton step per atom and batch."""
    start = patches[rng.choice(len(patches), states, replace=False)].T
    C = normalise_columns(start + 0.1 * rng.normal(size=start.shape)).astype(np.float32)
    mean = np.zeros(states)
    for step in range(steps):
        y = patches[rng.integers(0, len(patches), 256)]
        x = infer_states(C, y, transition_weight=0.0, sparsity=PHOTOGRAPH_SPARSITY, tolerance=1e-2)
        energy = (x**2).mean(axis=0)
        mean = energy if step == 0 else 0.95 * mean + 0.05 * energy
        rate = 0.05 ** (step / steps)
        push = (y - x @ C.T).T @ x / len(y) / (mean + 0.02 * mean.mean() + 1e-12)
        C = normalise_columns(C + rate * push).astype(np.float32)
    return C
