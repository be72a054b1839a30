"""The moving average as a mode of a study."""

import pytest

from dpcn_app.analysis.scores import AVERAGE_WEIGHT
from dpcn_app.errors import UserError
from dpcn_app.studies.averages import average_weight


def test_it_has_the_weight_that_it_names_or_the_usual_one() -> None:
    assert average_weight("average:0.3") == 0.3
    assert average_weight("average") == AVERAGE_WEIGHT
    assert average_weight("prior:T") is None


@pytest.mark.parametrize("mode", ["average:0", "average:2", "average:x", "average:", "average:nan"])
def test_other_weights_are_refused(mode: str) -> None:
    with pytest.raises(UserError, match=r"as in average:0\.2"):
        average_weight(mode)
