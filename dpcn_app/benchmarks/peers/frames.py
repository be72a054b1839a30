"""A whole frame through both layers: Algorithm 1 at equal iterations, and two threads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dpcn_app.benchmarks.natural_frames import natural_second_frame
from dpcn_app.benchmarks.peers.algorithm1 import TorchNetwork
from dpcn_app.benchmarks.peers.contest import OURS, Contestant, Heat, run_heat
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.peers.machine import Scaling
from dpcn_app.benchmarks.reference import reference_layer, reference_step
from dpcn_app.benchmarks.scaling import Growth, growth_with_pixels, tiled
from dpcn_app.benchmarks.solver_speed import noisy_images, noisy_patches
from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_layer, infer_step
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid

NUMPY, TORCH, COMPILED = "NumPy", "PyTorch", "PyTorch, compiled"
EXACT = "dpcn_app, exact solver"
_PUBLIC_ITERATIONS = 20

Pairs = list[tuple[Array, Array]]
"""States and causes of every layer."""


@dataclass(frozen=True, eq=False)
class FrameProblem:
    """A time step to infer, of one frame or of several sequences at once.

    Parameters
    ----------
    what
        What is inferred, in words.
    network
        The parameters.
    patches, before
        The patches of all frames, and the state of the frames before them.
    frames
        How many frames there are.
    depth
        How many layers are inferred.
    """

    what: str
    network: Network
    patches: Array
    before: NetworkState
    frames: int = 1
    depth: int = 2


def frame_problems(at_once: int) -> list[FrameProblem]:
    """Return a frame of shapes, many at once, layer 1 alone at 20 iterations, a natural frame."""
    network = open_model("shapes-easy").network
    alone = replace(network.spec.layers[0], iterations=_PUBLIC_ITERATIONS)
    short = network.with_layer(0, replace(network.layers[0], spec=alone))
    one = second_frame(network, 1)
    video = noisy_patches(network.spec, "easy", at_once + 1)
    before, now = (each.reshape(-1, video.shape[-1]) for each in (video[:-1], video[1:]))
    many = now, infer_step(network, before)
    natural, now, state = natural_second_frame(2)
    both, counts = "both layers, {} iterations", _iterations(network)
    return [
        FrameProblem(f"a frame of shapes, {both.format(counts)}", network, *one),
        FrameProblem(f"{at_once} frames of shapes at once, the same", network, *many, at_once),
        FrameProblem(
            f"a frame of shapes, layer 1 alone, {_iterations(short, 1)}", short, *one, 1, 1
        ),
        FrameProblem(f"a natural frame, {both.format(_iterations(natural))}", natural, now, state),
    ]


def frame_race(rounds: int, at_once: int, compiled: bool = True) -> tuple[Heat, ...]:
    """Return a heat for each of `frame_problems`; `compiled` lets PyTorch compile as well."""
    return tuple(_heat(problem, rounds, compiled) for problem in frame_problems(at_once))


def _iterations(network: Network, depth: int = 2) -> str:
    return " and ".join(str(spec.iterations) for spec in network.spec.layers[:depth])


def growth_with_frame_size(tiles: tuple[int, ...], rounds: int) -> Growth:
    """Time the exact solver on large frames, each made of several frames side by side."""
    return growth_with_pixels(open_model("shapes-easy").network, "easy", tiles, rounds)


def two_threads(tiles: tuple[int, ...], rounds: int) -> tuple[Scaling, ...]:
    """Time both solvers on large frames with one thread and with two, and a natural frame."""
    network = open_model("shapes-easy").network
    scalings = []
    for across in tiles:
        patches, before = second_frame(network, across)
        groups = len(patches) // network.layers[0].spec.group
        for solver in ("exact", "paper"):

            def task(threads: int, solver: str = solver) -> object:
                return infer_step(network, patches, before, solver=solver, threads=threads)  # type: ignore[arg-type]  # noqa: B023

            scalings.append(Scaling.of(f"frame of {groups} groups, {solver}", task, 3 * rounds))
    natural, now, state = natural_second_frame(2)
    what = f"natural frame of {len(state.layers[0].causes)} groups, exact"
    scalings.append(
        Scaling.of(what, lambda threads: infer_step(natural, now, state, threads=threads), rounds)
    )
    return tuple(scalings)


def second_frame(network: Network, across: int) -> tuple[Array, NetworkState]:
    """Return the patches of a frame of `across` × `across` tiles, and the state before it."""
    images = noisy_images("easy", across**2 + 1)
    before, now = (tiled(images[start:], across) for start in (0, 1))
    grid = PatchGrid.of(network.spec, now.shape)
    return grid.cut(now), infer_step(network, grid.cut(before))


def _heat(problem: FrameProblem, rounds: int, compiled: bool) -> Heat:
    network, patches, before = problem.network, problem.patches, problem.before

    def total(pairs: Pairs) -> float:
        return _energy(network, patches, before, pairs)

    exactly = reference_step(network.astype(np.float64), patches, before, tolerance=0.0)
    target = total([(layer.states, layer.causes) for layer in exactly.layers][: problem.depth])
    # Algorithm 1 ends above the minimum; at equal iterations all versions reach the same energy.
    return run_heat(
        problem.what,
        "frame",
        problem.frames,
        _contestants(problem, compiled),
        lambda pairs: total(pairs) / target - 1,
        rounds,
    )


def _contestants(problem: FrameProblem, compiled: bool) -> list[Contestant]:
    network, patches, before = problem.network, problem.patches, problem.before
    layer, last, depth = network.layers[0], before.layers[0].states, problem.depth

    def ours(solver: str, tolerance: float) -> Callable[[float, float], Pairs]:
        def solve(_: float, __: float) -> Pairs:
            options = {"solver": solver, "tolerance": tolerance}
            if depth == 1:
                states = [infer_layer(layer, patches, last, **options)]  # type: ignore[arg-type]
            else:
                whole = infer_step(network, patches, before, **options)  # type: ignore[arg-type]
                states = list(whole.layers)
            return [(state.states, state.causes) for state in states]

        return solve

    def numpy(_: float, __: float) -> Pairs:
        if depth == 1:
            states = [reference_layer(layer, patches, last, tolerance=0.0)]
        else:
            states = list(reference_step(network, patches, before, tolerance=0.0).layers)
        return [(state.states, state.causes) for state in states]

    operations = sum(
        _operations(each, len(patches), index, network)
        for index, each in enumerate(network.layers[:depth])
    )

    def nominal(_: float, __: float) -> float:
        return operations

    once = (0.0,)
    contestants = [
        Contestant(OURS, ours("paper", 0.0), once, operations=nominal),
        Contestant(NUMPY, numpy, once, operations=nominal),
        Contestant(EXACT, ours("exact", 1e-3), once),
    ]
    torch = peer("torch")
    if torch is None:
        return contestants
    for name, compiling in ((TORCH, False), (COMPILED, True)):
        if compiling and not compiled:
            continue
        tensors = TorchNetwork(torch, network, compiling)
        solve = partial(_with_torch, tensors, patches, before, depth)
        contestants.append(Contestant(name, solve, once, operations=nominal))
    return contestants


def _with_torch(
    tensors: TorchNetwork,
    patches: Array,
    before: NetworkState,
    depth: int,
    _: float,
    __: float,
) -> Pairs:
    return tensors.infer(patches, before, depth)


def _operations(layer: Layer, patches: int, index: int, network: Network) -> float:
    """Return the operations of Algorithm 1 with dense products, which do not skip zeros."""
    spec = layer.spec
    inputs = patches
    for below in network.layers[:index]:
        inputs //= below.spec.group
    groups = inputs // spec.group
    start = inputs * (2 * spec.inputs * spec.states + 2 * spec.states**2)
    a_state = 2 * spec.states**2 + 10 * spec.states
    a_cause = 8 * spec.states * spec.causes + 10 * spec.states
    return start + spec.iterations * (inputs * a_state + groups * a_cause)


def _energy(network: Network, patches: Array, before: NetworkState, pairs: Pairs) -> float:
    """Return the energy of all layers, each with the inputs that the layer below handed to it."""
    total, inputs = 0.0, patches
    for layer, last, (x, u) in zip(network.layers, before.layers, pairs, strict=False):
        spec = layer.spec
        y = inputs.reshape(-1, spec.group, spec.inputs).astype(np.float64)
        predicted = last.states @ layer.A_rows
        nothing = np.zeros_like(u)
        total += float(energy(layer, y, x, u, predicted, nothing, 0.0).total.sum())
        inputs = u * layer.output_scale
    return total
