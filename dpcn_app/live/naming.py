"""What several panels share: which network they show, and how they name things and numbers."""

from __future__ import annotations

from dpcn_app.engine.network import Network
from dpcn_app.live.snapshot import Snapshot


def shown_network(snapshot: Snapshot) -> tuple[Network, bool]:
    """Return the network whose weights are shown, and whether it is being trained."""
    training = snapshot.training
    if training is not None and training.state.under_way:
        return training.network, True
    return snapshot.network, False


def moment(snapshot: Snapshot) -> tuple[object, ...]:
    """Return a key that is equal only for the same frame, video, network and main mode."""
    settings = snapshot.settings
    return (*settings.inference_key, settings.modes[0], settings.strengths, snapshot.frame.index)


def state_name(layer: int, index: int) -> str:
    """Return what a state is called: layer 1's are atoms, columns of the dictionary."""
    return f"{'atom' if layer == 0 else 'state'} {index + 1}"


def cause_name(index: int) -> str:
    """Return what a cause is called."""
    return f"cause {index + 1}"


def counted(count: int, noun: str) -> str:
    """Return a number of things, in the singular or plural."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'e' if noun[-1] in 'hs' else ''}s"


def with_sign(value: float, digits: int = 2) -> str:
    """Return a number with + or −; zero has no sign."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text if round(value, digits) else text[1:]
