"""Axes that causes are drawn along."""

import numpy as np
import pytest

from dpcn_app.analysis.cause_axes import fit_axes, own_axes
from tests.helpers.causes_scene import some_causes


def test_three_causes_are_the_axes_and_start_at_the_corner():
    causes = np.array([[0, 0, 0], [4, 0, 0], [0, 3, 0], [0, 0, 2]], dtype=float)
    axes = fit_axes([causes])
    assert axes.names == ("cause 1", "cause 2", "cause 3") and not axes.note
    np.testing.assert_allclose(axes.lengths, [4, 3, 2])
    np.testing.assert_allclose(
        axes.place(causes),
        [[-0.5, -0.5, -0.5], [0.5, -0.5, -0.5], [-0.5, 0.5, -0.5], [-0.5, -0.5, 0.5]],
    )


def test_fewer_causes_are_filled_up_with_zeros():
    axes = fit_axes([np.array([[1.0], [2.0]])])
    assert axes.names == ("cause 1", "", "")
    np.testing.assert_allclose(axes.place(np.array([[2.0]])), [[0.5, -0.5, -0.5]])


def test_more_causes_are_drawn_by_principal_components_that_say_so():
    rng = np.random.default_rng(1)
    flat = rng.normal(size=(200, 3)) * [5, 2, 1]
    turned = flat @ np.linalg.qr(rng.normal(size=(7, 7)))[0][:3]
    axes = fit_axes([turned])
    assert axes.names == ("PC 1", "PC 2", "PC 3")
    assert axes.note == "first 3 principal components of 7 causes"
    assert axes.short_note == "3 PCs of 7 causes"
    placed = axes.place(turned)
    assert np.abs(placed).max() <= 0.5
    # The points have three dimensions: distances stay the same, but for one scale.
    before = np.linalg.norm(turned[1:] - turned[:-1], axis=1)
    after = np.linalg.norm(placed[1:] - placed[:-1], axis=1)
    np.testing.assert_allclose(after / before, (after / before)[0], rtol=1e-9)
    assert (np.diff(placed.std(axis=0)) < 0).all()


def test_principal_components_stay_until_there_is_much_more_to_see():
    causes = some_causes(frames=100, width=6)
    early = fit_axes([causes[:50]])
    assert fit_axes([causes[:52]], early) is early
    assert fit_axes([causes], early) is not early


def test_views_share_their_axes():
    small, large = some_causes(), 2 * some_causes()
    assert fit_axes([small, large]).lengths.max() > fit_axes([small]).lengths.max()


def test_enormous_and_tiny_causes_are_drawn_too():
    for size in (1e-30, 1e30):
        causes = some_causes().astype(float) * size
        assert np.isfinite(fit_axes([causes]).place(causes)).all()


@pytest.mark.parametrize("width", [2, 3, 6])
def test_a_view_fills_axes_of_its_own_in_the_same_directions(width):
    small, large = 0.1 * some_causes(width=width), some_causes(width=width)
    shared = fit_axes([small, large])
    own = own_axes(shared, small)
    assert own.names == shared.names
    np.testing.assert_array_equal(own.directions, shared.directions)
    assert np.abs(own.place(small)).max() <= 0.5
    assert np.ptp(own.place(small), axis=0).max() > 3 * np.ptp(shared.place(small), axis=0).max()


def test_axes_are_named_after_classes_in_few_words_too():
    axes = fit_axes([some_causes()], stands_for=("square", "", "x"))
    assert axes.names == ("cause 1 · square", "cause 2", "cause 3 · x")
    assert axes.short_names == ("1 · square", "cause 2", "3 · x")
