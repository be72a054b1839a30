"""The energy's terms, against plain loops over the paper's formulas."""

import math

import numpy as np
import pytest

from dpcn_app.engine.energy import energy
from tests.helpers.synthetic import random_layer, small_spec


def test_every_term_is_the_papers() -> None:
    rng = np.random.default_rng(0)
    layer = random_layer(rng, small_spec())
    spec = layer.spec
    y, x, c = (rng.normal(size=(2, 4, size)) for size in (16, 24, 24))
    u, u_hat = rng.exponential(size=(2, 6)), rng.normal(size=(2, 6))
    added = rng.exponential(size=(2, 4, 24))
    terms = energy(layer, y, x, u, c, u_hat, 0.3, added=added)
    paper = energy(layer, y, x, u, c, u_hat, 0.3)
    assert not paper.prior.any()
    assert np.allclose(paper.total + terms.prior, terms.total)
    for g in range(2):
        reconstruction = transition = sparsity = prior = 0.0
        for n in range(4):
            for p in range(16):
                predicted = sum(layer.C[p, k] * x[g, n, k] for k in range(24))
                reconstruction += 0.5 * (y[g, n, p] - predicted) ** 2
            for k in range(24):
                Bu = sum(layer.B[k, d] * u[g, d] for d in range(6))
                gamma = spec.sparsity * (1 + math.exp(-Bu)) / 2
                transition += spec.transition_weight * abs(x[g, n, k] - c[g, n, k])
                sparsity += gamma * abs(x[g, n, k])
                prior += added[g, n, k] * abs(x[g, n, k])
        causes = spec.cause_sparsity * sum(abs(value) for value in u[g])
        drawn = 0.3 / 2 * sum((u[g, d] - u_hat[g, d]) ** 2 for d in range(6))
        values = {name: term[g] for name, term in terms.by_name().items()}
        assert values == pytest.approx(
            {
                "reconstruction": reconstruction,
                "transition": transition,
                "state_sparsity": sparsity,
                "cause_sparsity": causes,
                "top_down": drawn,
                "prior": prior,
            }
        )
        assert terms.total[g] == pytest.approx(sum(values.values()))
    means = terms.means()
    assert means["top_down"] == pytest.approx(terms.top_down.mean())
