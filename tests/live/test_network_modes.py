"""What a mode means for the network in use."""

from dataclasses import replace

import pytest

from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.top_down import OFF
from dpcn_app.errors import UserError
from dpcn_app.live.network_modes import (
    known_parts,
    knows_mode,
    main_mode,
    parts_of,
    strength_names,
    top_down_of,
    with_strengths,
)
from dpcn_app.storage.bundled import open_model


def test_a_comparison_is_about_the_first_mode_that_is_not_bottom_up() -> None:
    assert main_mode(("off", "prior", "both")) == "prior"
    assert main_mode(("off",)) == "off"


def test_a_network_knows_the_prior_where_it_has_maps() -> None:
    shapes, natural = open_model("shapes-hard").network, open_model("natural").network
    assert known_parts(shapes) == "T+D+K"
    assert known_parts(natural) == ""
    layers = tuple(replace(layer, M=None) for layer in shapes.layers)
    assert known_parts(replace(shapes, layers=layers)) == ""
    assert knows_mode("prior:T", "T+D+K") and not knows_mode("placebo", "")
    assert knows_mode("both", "")


def test_a_mode_uses_the_parts_that_it_names_or_else_the_networks() -> None:
    assert parts_of("prior", "T+K") == ("T", "K")
    assert parts_of("prior:D+T", "T+K") == ("T", "D")
    assert parts_of("both", "T+K") == ()


def test_strengths_replace_the_networks_own() -> None:
    network = open_model("shapes-easy").network
    assert top_down_of("average", (("time", 3.0),), network) == OFF
    plain, changed = (top_down_of("prior", given, network) for given in ((), (("time", 3.0),)))
    assert plain.prior is not None and plain.prior.strengths is None
    assert changed.prior is not None and changed.prior.strengths is not None
    assert network.spec.prior is not None
    assert changed.prior.strengths == replace(network.spec.prior, time=3.0)


def test_an_unknown_strength_is_refused() -> None:
    assert "parts" not in strength_names()
    with pytest.raises(UserError, match="strength"):
        with_strengths(PriorSpec(), (("magic", 1.0),))
