"""The scalar proximal steps, compared with their definitions."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpcn_app.engine import proximal
from tests.helpers.compiled_parts import callable_part

bend_points, bent_prox = callable_part(proximal.bend_points), callable_part(proximal.bent_prox)
soft_threshold = callable_part(proximal.soft_threshold)

numbers = st.floats(-5, 5, allow_subnormal=False)
weights = st.one_of(st.just(0.0), st.floats(0, 3, allow_subnormal=False))
repeatable = settings(derandomize=True, deadline=None, max_examples=300)


def joint_prox(v: float, c: float, lam: float, gamma: float) -> float:
    """Return the prox of both terms, as kernels put it together."""
    return float(bent_prox(v, *bend_points(c, lam, gamma)))


def slopes(x: float, v: float, c: float, lam: float, gamma: float) -> tuple[float, float]:
    """Return the slopes of ½(x−v)² + λ|x−c| + γ|x| to the left and to the right of x."""
    left = x - v + (lam if x > c else -lam) + (gamma if x > 0 else -gamma)
    right = x - v + (lam if x >= c else -lam) + (gamma if x >= 0 else -gamma)
    return left, right


@repeatable
@given(v=numbers, c=numbers, lam=weights, gamma=weights)
@example(v=1.0, c=0.0, lam=0.5, gamma=0.25)
@example(v=-1.0, c=-2.0, lam=0.5, gamma=0.25)
@example(v=-3.0, c=-2.0, lam=0.5, gamma=0.5)
@example(v=1.0, c=2.0, lam=0.0, gamma=0.0)
def test_zero_lies_between_the_slopes_left_and_right_of_the_joint_prox(
    v: float, c: float, lam: float, gamma: float
) -> None:
    x = joint_prox(v, c, lam, gamma)
    # A rounding error may miss a kink, so the slopes are taken just beside it.
    left, _ = slopes(x - 1e-9, v, c, lam, gamma)
    _, right = slopes(x + 1e-9, v, c, lam, gamma)
    assert left <= 1e-8
    assert right >= -1e-8


@repeatable
@given(v=numbers, c=numbers, lam=weights, gamma=weights)
def test_nothing_on_a_grid_is_better_than_the_joint_prox(
    v: float, c: float, lam: float, gamma: float
) -> None:
    def cost(x: np.ndarray) -> np.ndarray:
        return 0.5 * (x - v) ** 2 + lam * np.abs(x - c) + gamma * np.abs(x)

    grid = np.concatenate([np.linspace(-12, 12, 4001), [0.0, c, v]])
    best = grid[np.argmin(cost(grid))]
    x = joint_prox(v, c, lam, gamma)
    assert cost(np.array(x)) <= cost(grid).min() + 1e-12
    assert abs(x - best) <= 24 / 4000


@repeatable
@given(v=numbers, c=numbers, gamma=weights)
def test_without_a_transition_weight_the_joint_prox_is_the_soft_threshold(
    v: float, c: float, gamma: float
) -> None:
    assert joint_prox(v, c, 0.0, gamma) == pytest.approx(soft_threshold(v, gamma), abs=1e-12)


@repeatable
@given(v=numbers, lam=weights, gamma=weights)
def test_with_a_prediction_of_zero_both_weights_add_up(v: float, lam: float, gamma: float) -> None:
    assert joint_prox(v, 0.0, lam, gamma) == pytest.approx(
        soft_threshold(v, lam + gamma), abs=1e-12
    )


@repeatable
@given(v=numbers, c=numbers, lam=weights, gamma=weights)
def test_the_joint_prox_of_mirrored_values_is_mirrored(
    v: float, c: float, lam: float, gamma: float
) -> None:
    assert joint_prox(-v, -c, lam, gamma) == pytest.approx(-joint_prox(v, c, lam, gamma), abs=1e-12)


@repeatable
@given(v=numbers, gamma=weights)
def test_the_soft_threshold_shrinks_towards_zero_and_no_further(v: float, gamma: float) -> None:
    assert soft_threshold(v, gamma) == pytest.approx(np.sign(v) * max(abs(v) - gamma, 0), abs=1e-12)


def test_the_proximal_steps_stay_in_single_precision() -> None:
    one, half = np.float32(1), np.float32(0.5)
    bent_prox(one, -one, one, half, half)
    soft_threshold(one, half)
    for function in (proximal.bent_prox, proximal.soft_threshold):
        kernels = function.overloads.items()  # type: ignore[union-attr]
        returned = {str(types[0]): str(made.signature.return_type) for types, made in kernels}
        assert returned["float32"] == "float32"
