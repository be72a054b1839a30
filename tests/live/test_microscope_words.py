"""What the microscope says."""

import pytest

from dpcn_app.live.microscope_words import solvers_in_words, state_in_words
from tests.helpers.microscope_scene import examined, trace_of


@pytest.mark.parametrize(
    ("x", "evidence", "price", "words"),
    [
        (1.62, 2.2, 0.58, "evidence 2.20 > price 0.58, x = 1.62."),
        (0.0, 2.2, 0.58, "it is about to switch on."),
        (0.4, -0.3, 0.58, "evidence 0.30 ≤ price 0.58, x = 0.40, about to switch off."),
        (0.0, 0.3, 0.58, "the state is off."),
        (-0.03, -2.2, 0.58, "x = −0.030."),
    ],
)
def test_a_state_is_weighed_against_its_price(x, evidence, price, words) -> None:
    said = state_in_words("atom 3", 4, x, evidence, price)
    assert said.startswith("After iteration 4, atom 3: ") and said.endswith(words)
    assert state_in_words("atom 3", 0, x, evidence, price).startswith("At the start, atom 3: ")


def test_solvers_are_compared_by_the_energy_they_reach() -> None:
    trace = trace_of(examined("off"))
    passes = trace.solvers(0)
    said = solvers_in_words(passes, ("Exact", "Algorithm 1"))
    exact, paper = (float(each.total[-1].sum()) for each in passes)
    assert f"Exact: {len(passes[0])} iterations, energy {exact:.4g}." in said
    assert f"Algorithm 1: {len(passes[1])} iterations, energy {paper:.4g} (" in said
    assert ("higher" in said) is (paper >= exact)
    alone = solvers_in_words(passes[:1], ("Exact", "Algorithm 1"))
    assert "Algorithm 1" not in alone and "higher" not in alone
