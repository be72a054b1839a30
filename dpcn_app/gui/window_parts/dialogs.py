"""Dialogs that stay beside the window: made when first asked for, shown again after that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpcn_app.gui.controls.networks_dialog import NetworksDialog
    from dpcn_app.gui.controls.prior_dialog import PriorDialog
    from dpcn_app.gui.window import MainWindow


class Dialogs:
    """Shows the dialogs of a window.

    Parameters
    ----------
    window
        The window, which tells them of its snapshots.

    Attributes
    ----------
    strengths, networks
        The strengths of the extended prior, and the list of networks; None before the first time.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.strengths: PriorDialog | None = None
        self.networks: NetworksDialog | None = None

    def show_strengths(self) -> None:
        """Let the user set how strong the parts of the extended prior are."""
        window = self._window
        if self.strengths is None:
            # Much of the engine comes with it.
            from dpcn_app.gui.controls.prior_dialog import PriorDialog

            self.strengths = PriorDialog(window.settings, window)
            window.observers.append(self.strengths.show_snapshot)
        if window.snapshot is not None:
            self.strengths.show_snapshot(window.snapshot)
        self.strengths.show()
        self.strengths.raise_()

    def show_networks(self) -> None:
        """Let the user use, rename, export and delete networks."""
        if self.networks is None:
            from dpcn_app.gui.controls.networks_dialog import NetworksDialog

            self.networks = NetworksDialog(self._window)
            self._window.observers.append(self.networks.show_snapshot)
        self.networks.show()
        self.networks.raise_()
        self.networks.activateWindow()
        self.networks.look()
