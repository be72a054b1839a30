"""Transitions in words, with the numbers of the A that is shown."""

import numpy as np

from dpcn_app.live.transition_words import transition_words


def test_a_layer_that_expects_itself_says_so_and_why():
    A = np.eye(10) * 0.7
    A[1, 0] = 0.07
    words = transition_words(A, 0, None)
    assert "Each atom expects mostly itself next: mean weight 0.70 on itself, 1.0 %" in words
    assert "move every way" in words


def test_a_layer_that_moves_on_gives_no_such_reason():
    words = transition_words(np.roll(np.eye(10), 1, axis=0) * 0.9, 1, None)
    assert "Each state expects others next, and itself: mean weight 0.00" in words
    assert "100 %" in words and "every way" not in words


def test_one_state_is_told_by_its_own_column():
    A = np.eye(10) * 0.5
    A[4, 3] = -0.5
    words = transition_words(A, 0, 3)
    assert words.startswith("atom 4 expects itself with weight 0.50; others have 50 %")
