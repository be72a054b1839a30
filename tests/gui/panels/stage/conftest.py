"""A stage, and a film to put on it."""

import pytest

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.settings import Settings
from tests.helpers.file_scene import write_film
from tests.helpers.real_scene import make_context
from tests.helpers.stage_scene import FILM, REGION, SIZE, watched


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_film(tmp_path_factory.mktemp("films") / "film.npy", shape=FILM))


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> StagePanel:
    panel = StagePanel(context)
    qtbot.addWidget(panel)
    panel.resize(*SIZE)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def with_film(panel: StagePanel, film: str) -> StagePanel:
    """The stage with a region of a film on it."""
    settings = Settings(source=film, noise=0.0, region=REGION, scale=1.0)
    panel.refresh(watched(settings))
    panel.grab()
    return panel
