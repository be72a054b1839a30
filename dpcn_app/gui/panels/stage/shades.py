"""The shades of the stage's pictures: grey for what is seen, two colours for what is left over."""

from __future__ import annotations

from PySide6.QtGui import QImage

from dpcn_app.analysis.contrast import contrast_limit
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.image_colours import grey_image, signed_image
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.source import Image

_FAINT = 0.15  # luminance that is white in a prediction at the least


def limit_of(snapshot: Snapshot) -> float | None:
    """Return the value that is drawn white where frames are normalised; None where they are not."""
    return contrast_limit(snapshot.frame.image) if snapshot.video.signed else None


def shaded_image(picture: Image, name: str, limit: float | None, theme: Theme) -> QImage:
    """Return a picture in shades that suit what it is.

    Parameters
    ----------
    picture
        The values.
    name
        Which picture it is, such as "Residual".
    limit
        As `limit_of` returns it; where there is one, zero is drawn in the middle of all greys.
    theme
        Tells whether the ground is dark.
    """
    if name == "Residual":
        return signed_image(picture, 1.0 if limit is None else limit, theme.name == "dark")
    if limit is not None:
        return grey_image(picture, low=-limit, high=limit)
    if name == "Prediction":  # faint by nature: brightened, so that it can be seen
        return grey_image(picture, high=max(_FAINT, float(picture.max())))
    return grey_image(picture)
