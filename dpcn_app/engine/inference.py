"""Inference of states and causes for a frame, given those of the frame before."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.believed_part import believed_causes
from dpcn_app.engine.energy import energy, sparsity
from dpcn_app.engine.exact import infer_exact
from dpcn_app.engine.handed_up import handed_up
from dpcn_app.engine.network import Array, Layer, Network, frozen
from dpcn_app.engine.paper import infer_paper
from dpcn_app.engine.prior import Expectation, added_sparsity, expect, parts_in_use, trust_at_top
from dpcn_app.engine.rows import multiply_sparse
from dpcn_app.engine.solver_parts import (
    Evidence,
    Parameters,
    Result,
    Stop,
    TraceBuffers,
    Weights,
)
from dpcn_app.engine.state import Added, LayerState, NetworkState, Trace
from dpcn_app.engine.stopping import GAP_SHARE
from dpcn_app.engine.threads import even_slices, in_slices, shrinking_slices
from dpcn_app.engine.top_down import OFF, TopDown, predicted_causes
from dpcn_app.engine.working_set import minimise_states
from dpcn_app.errors import UserError

Solver = Literal["exact", "paper"]
_SOLVERS = {"exact": infer_exact, "paper": infer_paper}
_FIRST_PASS = 10
"""Factor on a first pass's tolerance; it changes the prior's confidence by less than 1e-3."""
TOLERANCE = 1e-3
"""Inference of a group stops once no cause moves further than this, and no state further than this
share of the group's scale (see `engine.stopping`). Up to this tolerance, `exact` also makes sure
that other states could lower the energy by a tenth of this share at most."""
_LEAST_WORK = 10_000
"""Fewest states in one thread's share: it takes half a millisecond, many times a thread's start."""
_INPUTS_AT_ONCE = 128
"""Inputs whose states are inferred at once: enough for fast BLAS, few enough for the cache."""


def infer_step(
    network: Network,
    frame_patches: Array,
    previous: NetworkState | None = None,
    top_down: TopDown = OFF,
    *,
    solver: Solver = "exact",
    tolerance: float = TOLERANCE,
    trace: bool = False,
    threads: int = 1,
) -> NetworkState:
    """Infer states and causes of all layers for one frame.

    One top-down flow of predictions, then one bottom-up inference (paper, §2.4). The same input
    always gives the same output; the caller keeps the previous state.

    Parameters
    ----------
    network
        The parameters.
    frame_patches
        The frame cut into patches in the order of `NetworkSpec.corners`, shape (patches, P). In a
        batch, the patches of one frame follow those of another.
    previous
        The state inferred for the frame before; None at the start of a video.
    top_down
        Which top-down parts take part.
    solver
        `exact` (coordinate descent) or `paper` (Algorithm 1).
    tolerance
        Early stop, see `TOLERANCE`.
    trace
        Keep every iteration, in one thread.
    threads
        How many threads share the groups of a layer; the number does not change the result.
    """
    top_down.check(network)
    weights = top_down.layer_weights(network)
    predicted: tuple[Array | None, ...] = (None,) * network.spec.depth
    expected: tuple[tuple[Expectation, ...], ...] = ((),) * network.spec.depth
    prior, belief = top_down.prior, top_down.belief
    fields = frame_patches.size // (network.spec.units_per_field(0) * network.spec.patch**2)
    if previous is not None or belief is not None:
        placebo = prior is not None and prior.placebo
        predicted = predicted_causes(
            network, previous, weights, placebo=placebo, belief=belief, fields=fields
        )

    def infer(index: int, inputs: Array, **options: Any) -> LayerState:
        settings = {"solver": solver, "tolerance": tolerance, "threads": threads} | options
        before = previous.layers[index].states if previous is not None else None
        layer = network.layers[index]
        return infer_layer(layer, inputs, before, predicted[index], weights[index], **settings)

    inputs, believed, loose = frame_patches, None, _FIRST_PASS * tolerance
    first_passes: list[LayerState] = []
    if prior is not None and belief is not None:
        believed = {network.spec.depth - 1: belief.top_causes(network, fields)}
        if network.spec.depth > 1 and "D" in parts_in_use(network, prior, belief):
            for index in range(network.spec.depth - 1):
                first_passes.append(infer(index, inputs, tolerance=loose, trace=trace))
                inputs = handed_up(first_passes[-1], None, None, fields)
            look = partial(infer_layer, solver=solver, tolerance=tolerance, threads=threads)
            believed = believed_causes(network, belief, first_passes, look)
    if prior is not None and (previous is not None or believed is not None):
        expected = expect(network, previous, prior, belief, believed)
    inputs, strengths = frame_patches, None if prior is None else prior.check(network)
    states: list[LayerState] = []
    for index, layer in enumerate(network.layers):
        first, trust = None, None
        if 0 < index == network.spec.depth - 1 and belief is None:
            trust = trust_at_top(states[-1].added, strengths)
        if first_passes and index == 0:
            first = first_passes[0]
        elif any(each.needs_first_pass for each in expected[index]):
            first = infer(index, inputs, tolerance=loose, trace=trace)
        if expected[index]:
            added = added_sparsity(layer, expected[index], first, trust)
            state = infer(index, inputs, added=added, start=first, trace=trace, trust=trust)
        else:
            state = infer(index, inputs, trace=trace, trust=trust)
        states.append(state)
        inputs = handed_up(state, first, strengths, fields)
    return NetworkState(tuple(states))


def infer_layer(
    layer: Layer,
    inputs: Array,
    previous_states: Array | None = None,
    predicted_causes: Array | None = None,
    top_down_weight: float = 0.0,
    *,
    solver: Solver = "exact",
    tolerance: float = TOLERANCE,
    trace: bool = False,
    threads: int = 1,
    added: Added | None = None,
    start: LayerState | None = None,
    trust: Array | None = None,
) -> LayerState:
    """Infer states and causes of all groups of one layer, minimising E_l (paper, eq. 9).

    Parameters
    ----------
    layer
        The parameters.
    inputs
        y, any shape that holds whole groups of N inputs of P values.
    previous_states
        x_{t−1}, shape (G, N, K); None at the start.
    predicted_causes, top_down_weight
        û, shape (G, D), and the weight of ½‖u − û‖²; without û the term is dropped.
    solver, tolerance, trace, threads
        As for `infer_step`.
    added
        What the extended prior adds to γ; None for the paper's γ.
    start
        States and causes to start from; None for A x_{t−1} and no causes.
    trust
        The share of `top_down_weight` that each group has, shape (G,); None for all of it.
    """
    if solver not in _SOLVERS:
        raise UserError(f"There is no solver called {solver!r}; choose from {', '.join(_SOLVERS)}.")
    spec = layer.spec
    N, P, K, D = spec.group, spec.inputs, spec.states, spec.causes
    dtype = layer.C.dtype
    if inputs.size % (N * P) or inputs.shape[-1] not in (P, N * P):
        raise UserError(f"Inputs of shape {inputs.shape} do not make groups of {N} times {P}.")
    y = np.array(inputs, dtype=dtype, order="C").reshape(-1, N, P)
    G = len(y)
    before = _array_or_zeros("Previous states", previous_states, (G, N, K), dtype, copy=None)
    before = frozen(before)  # always read-only: Numba compiles a kernel anew for each kind
    b, predicted = np.empty((G, N, K), dtype), np.empty((G, N, K), dtype)
    u_hat = _array_or_zeros("Predicted causes", predicted_causes, (G, D), dtype)
    if predicted_causes is None:
        top_down_weight = 0.0
    if not top_down_weight:
        trust = None
    if trust is not None:
        trust = frozen(_array_or_zeros("Shares of the top-down weight", trust, (G,), dtype))
    raised = np.empty((0, N, K), dtype) if added is None else np.array(added.total(N))
    x = np.zeros((G, N, K), dtype) if start is None else np.array(start.states)
    u = np.zeros((G, D), dtype) if start is None else np.array(start.causes)
    gamma, used = np.empty((G, K), dtype), np.empty(G, np.int64)
    traced = spec.iterations if trace else 0
    buffers = TraceBuffers(
        np.zeros((traced, G, N, K), dtype),
        np.zeros((traced, G, D), dtype),
        np.zeros((traced, G, 2), dtype),
    )
    silence = 0.5 * np.einsum("gnp,gnp->gn", y, y)
    number, infer, A_rows = dtype.type, _SOLVERS[solver], layer.A_rows
    # ‖C‖² is an eigenvalue, which takes long to find.
    curvature = layer.curvature if solver == "paper" else 0.0
    parameters = Parameters(layer.gram, layer.B, layer.B_rows, number(curvature))
    weights = Weights(
        lam=number(spec.transition_weight),
        gamma0=number(spec.sparsity),
        beta=number(spec.cause_sparsity),
        top_down=number(top_down_weight),
        mu=number(spec.smoothing),
    )
    gap = GAP_SHARE * tolerance if tolerance <= TOLERANCE else 1.0  # loose passes need no gap
    stop = Stop(spec.iterations, number(tolerance), number(gap))

    free = spec.transition_weight == 0 == spec.sparsity and added is None
    if start is None and solver == "exact" and free:
        x = _least_squares(layer.C, y.reshape(-1, P)).reshape(G, N, K)

    def solve(some: slice) -> None:
        evidence = Evidence(b[some], predicted[some], silence[some], u_hat[some], raised[some])
        result = Result(x[some], u[some], gamma[some], used[some])
        # One product per group: BLAS rounds differently with the number of rows, and the result of
        # a group must not depend on its neighbours.
        np.matmul(y[some], layer.C, out=evidence.b)
        multiply_sparse(before[some].reshape(-1, K), A_rows, evidence.predicted.reshape(-1, K))
        # `exact` begins with no state and sees at once which are missing; the paper's Algorithm 1
        # begins with those that are predicted.
        if start is None and solver == "paper":
            result.x[:] = evidence.predicted
        if trust is None:
            infer(evidence, parameters, weights, stop, result, buffers)
            return
        own = weights._replace(top_down=weights.top_down * trust[some.start])
        # Copies: Numba would compile a kernel anew for parts that are not contiguous.
        kept = TraceBuffers(*(np.array(each[:, some], order="C") for each in buffers))
        infer(evidence, parameters, own, stop, result, kept)
        for whole, each in zip(buffers, kept, strict=True):
            whole[:, some] = each

    slices = shrinking_slices(G, 1 if trace else threads, max(4, _LEAST_WORK // (N * K)))
    if trust is not None:
        slices = [slice(g, g + 1) for g in range(G)]  # each has a weight of its own
    in_slices(solve, slices, 1 if trace else threads)
    pull = top_down_weight if trust is None else top_down_weight * trust
    return LayerState(
        layer=layer,
        inputs=frozen(y),
        states=frozen(x),
        causes=frozen(u),
        gamma=frozen(gamma),
        predicted_states=frozen(predicted),
        predicted_causes=frozen(u_hat),
        top_down_weight=top_down_weight,
        iterations=frozen(used),
        trace=_trace(layer, y, predicted, u_hat, pull, raised, used, buffers) if trace else None,
        added=added,
        trust=trust,
        start=start if trace else None,
    )


def _array_or_zeros(
    name: str,
    array: Array | None,
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    *,
    copy: bool | None = True,
) -> Array:
    """Return a copy of the array, or zeros; refuse a wrong shape, which kernels do not check.

    With `copy=None`, an array that is as it is needed is not copied.
    """
    if array is None:
        return np.zeros(shape, dtype)
    if array.shape != shape:
        raise UserError(f"{name} have shape {array.shape} where {shape} is needed.")
    return np.array(array, dtype=dtype, order="C", copy=copy)


def _trace(
    layer: Layer,
    y: Array,
    predicted: Array,
    u_hat: Array,
    weight: float | Array,
    raised: Array,
    used: NDArray[np.int64],
    buffers: TraceBuffers,
) -> Trace:
    """Return a solver's record with γ and the energy terms; stopped groups repeat their last."""
    groups = np.arange(len(used))
    last = np.minimum(np.arange(used.max(initial=0))[:, None], used - 1)
    states, causes, steps = (each[last, groups] for each in buffers)
    energies = tuple(
        energy(layer, y, x, u, predicted, u_hat, weight, added=raised if len(raised) else None)
        for x, u in zip(states, causes, strict=True)
    )
    gamma = sparsity(layer, causes)
    return Trace(frozen(states), frozen(causes), frozen(gamma), frozen(steps), energies)


def _least_squares(C: Array, y: Array) -> Array:
    """Return the x, shape (n, K), that minimise ½‖y − Cx‖², E1 without any weight.

    Coordinate descent would take for ever where two atoms are nearly the same.
    """
    solved = np.linalg.lstsq(C.astype(np.float64), y.T.astype(np.float64), rcond=None)[0]
    return np.ascontiguousarray(solved.T, dtype=C.dtype)


def infer_states(
    C: Array,
    inputs: Array,
    predicted_states: Array | None = None,
    *,
    transition_weight: float,
    sparsity: float | Array,
    iterations: int = 20_000,
    tolerance: float = 1e-5,
    threads: int = 1,
) -> Array:
    """Infer sparse states alone, with a fixed sparsity: the minimiser of E1 (paper, eq. 2).

    E1(x) = ½‖y − Cx‖² + λ‖x − A x_{t−1}‖₁ + Σ_k γ_k|x_k|

    Parameters
    ----------
    C
        Dictionary, shape (P, K), with columns of any length.
    inputs
        y, shape (n, P).
    predicted_states
        A x_{t−1}, shape (n, K); None for zeros.
    transition_weight
        λ.
    sparsity
        γ, one number or an array that broadcasts to (n, K).
    iterations, tolerance
        Stop after this many rounds, or once no state would move further than this share of the
        input's scale and the energy is within a tenth of this share of the lowest one, by its
        duality gap (see `engine.stopping`). A round is up to ten sweeps over the states that move.
        Without any weight E1 is solved as least squares, to the precision of the numbers.
    threads
        How many threads work; the number does not change the result.

    Returns
    -------
    states
        x, shape (n, K).
    """
    dtype = C.dtype
    y = np.ascontiguousarray(inputs, dtype=dtype)
    if y.ndim != 2 or y.shape[1] != C.shape[0]:
        raise UserError(f"Inputs of shape {y.shape} do not suit a dictionary of {C.shape}.")
    n, K = len(y), C.shape[1]
    # One row stands for all inputs that share the same values.
    predicted = _array_or_zeros(
        "Predicted states", predicted_states, (1 if predicted_states is None else n, K), dtype
    )
    gamma = np.asarray(sparsity, dtype=dtype)
    try:
        rows = n if gamma.ndim == 2 and len(gamma) != 1 else 1
        # A copy: a broadcast array is read-only, and Numba would compile another kernel for it.
        gamma = np.array(np.broadcast_to(gamma, (rows, K)), order="C")
    except ValueError as error:
        raise UserError(
            f"A sparsity of shape {np.shape(sparsity)} does not suit {(n, K)}."
        ) from error
    if transition_weight == 0 and not gamma.any():
        return _least_squares(C, y)
    x = np.empty((n, K), dtype)
    silence = 0.5 * np.einsum("np,np->n", y, y)
    lam, stop, gram = dtype.type(transition_weight), dtype.type(tolerance), C.T @ C

    def minimise(some: slice) -> None:
        own, common = some, slice(None)
        minimise_states(
            y[some] @ C,
            silence[some],
            predicted[common if len(predicted) == 1 else own],
            lam,
            gamma[common if len(gamma) == 1 else own],
            gram,
            iterations,
            stop,
            x[some],
        )

    in_slices(minimise, even_slices(n, _INPUTS_AT_ONCE), threads)
    return x
