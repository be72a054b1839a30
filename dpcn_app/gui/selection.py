"""The selection that all panels share."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal


class Selection(QObject):
    """A group of a layer, a state and a cause; panels watch `changed`.

    Attributes
    ----------
    layer, group
        The group whose bars are shown; layer from 0.
    atom
        A column of layer 1's dictionary, highlighted in every panel; None for none.
    state
        (layer, index) of a state above layer 1; None for none.
    cause
        (layer, index) of a cause whose field is highlighted; None for none.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.layer = 0
        self.group = 0
        self.atom: int | None = None
        self.state: tuple[int, int] | None = None
        self.cause: tuple[int, int] | None = None

    def select_group(self, layer: int, group: int) -> None:
        """Select a group of a layer."""
        self._set(layer=layer, group=group)

    def select_atom(self, atom: int | None) -> None:
        """Select an atom; selecting it again deselects it."""
        self._set(atom=None if atom == self.atom else atom)

    def select_state(self, layer: int, index: int) -> None:
        """Select a state of any layer, an atom in layer 1; selecting it again deselects it."""
        if layer == 0:
            self.select_atom(index)
        else:
            self._set(state=None if (layer, index) == self.state else (layer, index))

    def state_of(self, layer: int) -> int | None:
        """Return the selected state of a layer; None for none."""
        if layer == 0:
            return self.atom
        return self.state[1] if self.state is not None and self.state[0] == layer else None

    def select_cause(self, layer: int, index: int) -> None:
        """Select a cause; selecting it again deselects it."""
        cause = (layer, index)
        self._set(cause=None if cause == self.cause else cause)

    def clear(self) -> None:
        """Deselect the atom, the state and the cause."""
        self._set(atom=None, state=None, cause=None)

    def restore(self, **selected: Any) -> None:
        """Select exactly this: some of `layer`, `group`, `atom` and `cause`."""
        self._set(**selected)

    def _set(self, **changes: object) -> None:
        if any(getattr(self, name) != value for name, value in changes.items()):
            for name, value in changes.items():
                setattr(self, name, value)
            self.changed.emit()
