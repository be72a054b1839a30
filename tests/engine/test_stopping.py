"""When inference stops: close to the lowest energy in any units, also where atoms are alike."""

from dataclasses import replace

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.engine.inference import infer_layer, infer_states
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.engine.spec import LayerSpec, square_offsets

CLOSE = 1e-4
WEIGHTS = ((0.1, 0.3), (0.3, 0.1), (0.0, 0.0))
SIZES = ((24, 16), (12, 30))


def dictionary(kind: str, P: int, K: int) -> Array:
    rng = np.random.default_rng(P)
    C = normalise_columns(rng.normal(size=(P, K)))
    if kind == "coherent":
        C = normalise_columns(C + 0.9 / np.sqrt(P))
    if kind == "near-duplicate":
        C[:, K // 2 :] = normalise_columns(C[:, : K - K // 2] + 1e-3 * C[:, K // 2 :])
    return C


def energies(C: Array, y: Array, x: Array, c: Array, lam: float, gamma: Array) -> Array:
    fit = 0.5 * ((y - x @ C.T) ** 2).sum(axis=1)
    return np.asarray(fit + (lam * np.abs(x - c) + gamma * np.abs(x)).sum(axis=1))


def lowest(C: Array, y: Array, c: Array, lam: float, gamma: Array) -> Array:
    """Return the lowest energies that a convex solver finds."""
    x = cp.Variable(c.shape)
    prior = lam * cp.sum(cp.abs(x - c)) + cp.sum(cp.multiply(gamma, cp.abs(x)))
    problem = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(y - x @ C.T) + prior))
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11)
    return energies(C, y, np.asarray(x.value), c, lam, gamma)


def gap(found: Array, best: Array, y: Array) -> float:
    """The largest relative gap; relative to a thousandth of ½‖y‖² where all can be explained."""
    return float(((found - best) / np.maximum(best, 5e-4 * (y**2).sum(axis=1))).max())


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["plain", "coherent", "near-duplicate"])
def test_states_are_close_to_the_lowest_energy_in_any_units(
    kind: str, size: tuple[int, int], weights: tuple[float, float]
) -> None:
    (P, K), (lam, gamma) = size, weights
    C, rng = dictionary(kind, P, K), np.random.default_rng(1)
    y, c = rng.normal(size=(3, P)), rng.normal(size=(3, K)) * (rng.random((3, K)) < 0.2)
    best = lowest(C, y, c, lam, np.full((3, K), gamma))
    for unit in (1e-6, 1e-3, 1.0, 1e6):
        x = infer_states(C, unit * y, unit * c, transition_weight=unit * lam, sparsity=unit * gamma)
        assert gap(energies(C, y, x / unit, c, lam, np.full((3, K), gamma)), best, y) <= CLOSE


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["plain", "coherent", "near-duplicate"])
def test_joint_states_are_close_to_the_lowest_energy_for_their_causes(
    kind: str, size: tuple[int, int], weights: tuple[float, float]
) -> None:
    (P, K), (lam, gamma0) = size, weights
    C, rng = dictionary(kind, P, K), np.random.default_rng(2)
    B = normalise_columns(rng.uniform(size=(K, 3)))
    y, before = rng.normal(size=(1, 4, P)), rng.normal(size=(1, 4, K)) * (rng.random(K) < 0.2)
    for unit in (1e-6, 1.0, 1e6):
        spec = LayerSpec(
            P, K, 3, square_offsets(1), unit * lam, unit * gamma0, 0.1 * unit**2, iterations=3000
        )
        state = infer_layer(Layer(spec, np.eye(K), B, C), unit * y, unit * before)
        gamma = np.repeat(state.gamma / unit, 4, axis=0)
        found = energies(C, y[0], state.states[0] / unit, before[0], lam, gamma).sum()
        best = lowest(C, y[0], before[0], lam, gamma).sum()
        floor = 5e-4 * float((y**2).sum())
        assert (found - best) / max(best, floor) <= CLOSE


def moves(C: Array, y: Array, x: Array, c: Array, lam: float, gamma: float) -> Array:
    """How far each state alone would move, by trying all points where its energy may be lowest."""
    v = x + (y - x @ C.T) @ C
    bends = [v + a * lam + b * gamma for a in (-1, 1) for b in (-1, 1)]
    points = np.stack([np.zeros_like(v), c, *bends])
    cost = 0.5 * (points - v) ** 2 + lam * np.abs(points - c) + gamma * np.abs(points)
    chosen = np.take_along_axis(points, cost.argmin(axis=0)[None], axis=0)[0]
    return np.asarray(np.abs(chosen - x))


@pytest.mark.parametrize("tolerance", [0.2, 1e-2, 1e-4])
def test_no_state_would_move_further_than_the_tolerance_says(tolerance: float) -> None:
    C, rng = dictionary("coherent", 30, 60), np.random.default_rng(3)
    y, c = rng.normal(size=(200, 30)), rng.normal(size=(200, 60)) * (rng.random((200, 60)) < 0.1)
    x = infer_states(C, y, c, transition_weight=0.1, sparsity=0.2, tolerance=tolerance)
    scale = np.maximum(np.abs(y @ C).max(axis=1), np.abs(c).max(axis=1))[:, None]
    assert (moves(C, y, x, c, 0.1, 0.2) <= tolerance * scale * (1 + 1e-6)).all()
    # The gap of each state: what it lacks to the best point, which is at a bend or at the end.
    q = (y - x @ C.T) @ C
    ends = np.maximum(scale, np.abs(x))
    points = np.stack([x, np.zeros_like(c), c, ends, -ends])
    value = q * points - 0.1 * np.abs(points - c) - 0.2 * np.abs(points)
    gaps = (value.max(axis=0) - value[0]).sum(axis=1)
    assert (gaps <= 0.1 * tolerance * energies(C, y, x, c, 0.1, np.full(c.shape, 0.2))).all()


def test_causes_that_have_far_to_go_are_waited_for_though_the_states_rest() -> None:
    rng = np.random.default_rng(4)
    spec = LayerSpec(8, 6, 2, square_offsets(1), 0.1, 0.0, 0.0, iterations=200)
    layer = Layer(spec, np.eye(6), rng.uniform(size=(6, 2)), dictionary("plain", 8, 6))
    y, u_hat = rng.normal(size=(1, 4, 8)), np.array([[1.0, 2.0]])
    rested = infer_layer(layer, y, None, u_hat, 1.0, tolerance=1e-9)
    start = replace(rested, causes=u_hat + 5)  # without γ₀ only û pulls, a step of 1 at a time
    found = infer_layer(layer, y, None, u_hat, 1.0, start=start)
    np.testing.assert_allclose(found.causes, u_hat, atol=1e-3)
