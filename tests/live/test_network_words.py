"""What is said about the parts of a network."""

import numpy as np

from dpcn_app.analysis.network_flow import FlowNode
from dpcn_app.live.network_words import node_in_words
from tests.helpers.microscope_scene import examined


def layers(mode: str):
    return examined(mode).views[0].state.layers


def test_a_patch_names_its_strongest_state() -> None:
    found = layers("off")
    x = found[0].states[1, 2]
    best = int(np.abs(x).argmax())
    words = node_in_words(FlowNode("patch", 0, 1, 2), found)
    assert words.startswith(f"Patch 3 of group 2: {np.count_nonzero(x)} active states")
    assert words.endswith(f"the strongest is atom {best + 1} with x = {x[best]:.2f}.")


def test_a_state_tells_its_strength_and_its_price() -> None:
    found = layers("off")
    sums = np.abs(found[0].states).sum(axis=(0, 1))
    best, quiet = int(sums.argmax()), int(sums.argmin())
    words = node_in_words(FlowNode("state", 0, 0, best), found)
    assert f"Σ|x| = {sums[best]:.2f}" in words and words.startswith(f"Atom {best + 1} is active in")
    assert f"its price γ is {found[0].gamma[:, best].min():.3g}" in words
    assert "is not active" in node_in_words(FlowNode("state", 0, 0, quiet), found)
    assert node_in_words(FlowNode("state", 1, 0, 3), found).startswith("State 4 of layer 2")
    assert "prior" not in words
    raised = node_in_words(FlowNode("state", 0, 0, best), layers("prior"))
    assert "the prior raises it by up to " in raised


def test_a_cause_tells_what_it_stands_for_and_what_was_predicted() -> None:
    found = layers("both")
    group, number = 0, int(found[0].causes[0].argmax())
    words = node_in_words(FlowNode("cause", 0, group, number), found)
    B = found[0].layer.B[:, number]
    assert f"u = {found[0].causes[0, number]:.2f}, predicted û = " in words
    assert f"atoms {int(B.argmax()) + 1}, " in words
    assert "predicted" not in node_in_words(FlowNode("cause", 0, 0, number), layers("off"))
    assert "group" not in node_in_words(FlowNode("cause", 1, 0, 1), found)


def test_predictions_tell_where_they_come_from_or_that_there_are_none() -> None:
    found = layers("both")
    assert "by layer 2: û = C x̂" in node_in_words(FlowNode("top", 0, 0, 0), found)
    assert "û = u_{t−1}" in node_in_words(FlowNode("top", 1, 0, 0), found)
    assert "by the belief square;" in node_in_words(FlowNode("top", 1, 0, 0), found, "square")
    assert node_in_words(FlowNode("top", 0, 0, 0), layers("off")).startswith("No causes of layer 1")
