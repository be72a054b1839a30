"""What axes and values are called."""

from dpcn_app.analysis.estimates import Estimate
from dpcn_app.studies.study_words import axis_title, estimate_text, value_text


def test_axes_are_called_as_in_the_window() -> None:
    assert axis_title("layer1.sparsity") == "Layer 1: State sparsity γ₀"
    assert axis_title("prior.time") == "Prior: Time: strength κ"
    assert axis_title("mode") == "Mode"


def test_values_are_short() -> None:
    assert [value_text(value) for value in (0.10, 3, "prior:T", None)] == [
        "0.1",
        "3",
        "prior:T",
        "",
    ]


def test_an_estimate_is_a_mean_with_half_its_interval() -> None:
    assert estimate_text(Estimate(-0.123, 0.05, 3)) == "−0.12 ±0.05"
    assert estimate_text(Estimate(-0.001, None, 1)) == "0.00"
    assert estimate_text(Estimate(1234.5, None, 1)) == "1,234"
    assert estimate_text(None) == ""
