"""The key that closes the network's eyes, and opens them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcn_app.live import choices

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

PANEL = "eyes-closed"
"""Name of the panel that shows how long what was seen lives on."""

_GREETED = "came to the front"  # property of its dock


def close_or_open_eyes(window: MainWindow) -> None:
    """Close the network's eyes at the current frame, or open them.

    The first time they are closed the panel about it comes to the front, but for a projector.
    """
    if window.snapshot is None or not window.snapshot.views:
        window.status.give_notice("The network is getting ready; close its eyes in some seconds.")
        return
    window.settings.choose(choices.toggle_eyes, window.snapshot.frame.index)
    dock = window.docks.get(PANEL)
    if dock is None or dock.property(_GREETED) or window.settings.current.closed < 0:
        return
    if window.context.themes.current.name != "projector":
        dock.setProperty(_GREETED, True)
        dock.show()
        dock.raise_()
