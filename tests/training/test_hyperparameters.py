"""Hyper-parameters have ranges that hold every recipe, and refuse what cannot be trained."""

import pytest

from dpcn_app.engine.spec import PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.live.network_modes import strength_names, with_strengths
from dpcn_app.training.hyperparameters import HYPERPARAMETERS, PRIOR, recipe, with_values
from dpcn_app.training.presets import PRESETS


def test_the_ranges_of_the_prior_are_those_that_the_engine_takes():
    assert {each.name for each in PRIOR} <= set(strength_names())
    for each in PRIOR:
        for value in (each.low, each.high):
            with_strengths(PriorSpec(), ((each.name, value),))


def test_ranges_hold_the_recipe_of_every_preset():
    for preset in PRESETS.values():
        for values in recipe(preset):
            for each in HYPERPARAMETERS:
                assert each.low <= values[each.name] <= each.high
                assert round(values[each.name], each.decimals) == values[each.name]


def test_what_the_engine_refuses_is_refused():
    easy = PRESETS["shapes-easy"]
    values = recipe(easy)
    values[0]["epochs"] = 0
    with pytest.raises(UserError, match="epochs"):
        with_values(easy, values)
