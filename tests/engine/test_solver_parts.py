"""What both solvers share: what a prior adds, pooled states, a trace, and safe named tuples."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.engine import kernel_cache, solver_parts
from dpcn_app.engine.solver_parts import TraceBuffers
from tests.helpers.compiled_parts import callable_part

keep_iteration, pool = callable_part(solver_parts.keep_iteration), callable_part(solver_parts.pool)
sparsity_of_inputs = callable_part(solver_parts.sparsity_of_inputs)


def test_a_prior_adds_to_every_input_what_it_has_for_it() -> None:
    rng = np.random.default_rng(1)
    gamma, added, raised = rng.random(5), rng.random((3, 2, 5)), np.empty((2, 5))
    sparsity_of_inputs(raised, gamma, added, 1)
    np.testing.assert_array_equal(raised, gamma + added[1])


def test_states_are_pooled_over_the_inputs_of_a_group() -> None:
    x, pooled = np.random.default_rng(2).normal(size=(4, 5)), np.full(5, 9.0)
    pool(pooled, x)
    np.testing.assert_allclose(pooled, np.abs(x).sum(axis=0), rtol=1e-14)


def test_an_iteration_is_written_where_it_belongs_and_nowhere_else() -> None:
    trace = TraceBuffers(np.zeros((6, 3, 2, 5)), np.zeros((6, 3, 4)), np.zeros((6, 3, 2)))
    keep_iteration(trace, 4, 1, np.ones((2, 5)), np.full(4, 2.0), 3.0, 4.0)
    assert (trace.states[4, 1] == 1).all() and trace.states.sum() == 10
    assert (trace.causes[4, 1] == 2).all() and trace.causes.sum() == 8
    assert trace.steps[4, 1].tolist() == [3, 4] and trace.steps.sum() == 7


def test_kernels_that_were_compiled_for_other_fields_are_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in Path(kernel_cache.__file__).parent.glob("*.py"):
        shutil.copy(each, tmp_path)
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "kernel_cache.py"))
    before = kernel_cache._sources_digest()
    parts = tmp_path / "solver_parts.py"
    lines = "    lam: Any\n    gamma0: Any\n", "    gamma0: Any\n    lam: Any\n"
    assert lines[0] in parts.read_text()
    parts.write_text(parts.read_text().replace(*lines))
    assert kernel_cache._sources_digest() != before
