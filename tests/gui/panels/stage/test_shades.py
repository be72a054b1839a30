"""The shades in which pictures of the stage are drawn."""

import numpy as np
from PySide6.QtGui import QColor

from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.settings import Settings
from tests.helpers.real_scene import picture
from tests.helpers.stage_scene import alone, boxes, shades, watched


def test_what_is_left_over_is_blue_where_too_much_was_made_and_orange_where_too_little(
    panel: StagePanel,
) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    drawn, residual = picture(panel), snapshot.views[0].residual
    box = boxes(panel, "Residual")[0]
    unit = box.width() / residual.shape[1]

    def colour(flat: int) -> QColor:
        y, x = np.unravel_index(flat, residual.shape)
        return drawn.pixelColor(
            int(box.left() + (x + 0.5) * unit), int(box.top() + (y + 0.5) * unit)
        )

    most, least = colour(int(residual.argmax())), colour(int(residual.argmin()))
    assert most.red() > most.blue() + 20
    assert least.blue() > least.red() + 20


def test_pictures_around_zero_are_grey_where_they_are_zero(panel: StagePanel, film: str) -> None:
    """The network for natural scenes sees normalised contrast, darker than zero and lighter."""
    snapshot = watched(Settings(model="natural", source=film, noise=0.0))
    panel.refresh(snapshot)
    image = snapshot.frame.image
    assert image.min() < 0 < image.max()
    box = boxes(panel, "Input")[0]
    found = shades(picture(panel), box, image.shape)
    limit = 3 * float(image.std())
    expected = np.clip((image + limit) * (255 / (2 * limit)), 0, 255)
    assert np.abs(found - expected).mean() < 6
