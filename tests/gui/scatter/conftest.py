"""A scatter with a few points, for the tests of its parts."""

import pytest

from dpcn_app.gui.scatter.software import SoftwareScatter
from tests.helpers.scatter_scene import a_scatter


@pytest.fixture
def scatter(qtbot) -> SoftwareScatter:
    return a_scatter(qtbot)
