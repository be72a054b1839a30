"""What the names of beliefs stand for: `square`, `cause 2`, or `frame 58 of prior`.

A class stands for its mean top causes on clean video; they are gathered a frame at a time while
nothing else is to do. `cause 2` is that top cause alone, as strong as it is when it is on. `frame
58 of prior` is what that mode believed in that frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.network import Network
from dpcn_app.errors import UserError
from dpcn_app.video.shapes import ShapesConfig

_CAUSE = re.compile(r"cause (\d{1,6})")
_FRAME = re.compile(r"frame (\d{1,9}) of ([\w:+-]{1,40})")

Causes = NDArray[np.floating]


class BeliefBook:
    """Finds the beliefs of a network by their names; what was found once stays the same.

    Parameters
    ----------
    network
        The network that holds them.
    shape_set
        Set of shapes whose classes it knows; empty where there are no classes.
    """

    def __init__(self, network: Network, shape_set: str) -> None:
        self._network, self._shape_set = network, shape_set
        self._found: dict[str, Belief] = {}
        self._gathering: Iterator[dict[str, Belief]] | None = None
        self._of_classes: dict[str, Belief] = {}
        self._all = False
        self.classes = ShapesConfig.named(shape_set).classes if shape_set else ()

    def serves(self, network: Network, shape_set: str) -> bool:
        """Whether this is the book of a network that looks at a set of shapes."""
        return network is self._network and shape_set == self._shape_set

    def advance(self) -> bool:
        """Gather one more frame for the classes' beliefs; return whether there was one."""
        if not self._shape_set:
            return False
        if self._gathering is None:
            # Slow to import: the window is painted before.
            from dpcn_app.analysis.beliefs import class_video, gather_beliefs

            self._gathering = gather_beliefs(self._network, class_video(self._shape_set))
        found = next(self._gathering, None)
        if found is None:
            self._all = True
        else:
            self._of_classes = found
        return found is not None

    @property
    def gathered(self) -> dict[str, Belief]:
        """The beliefs of all classes, once they are gathered; none before."""
        return self._of_classes if self._all else {}

    def of_classes(self) -> dict[str, Belief]:
        """Return the beliefs of all classes; gathers what is not gathered yet."""
        while self.advance():
            pass
        return self._of_classes

    def find(
        self, name: str, believed: Callable[[str, int], Causes], seen: Callable[[], Causes]
    ) -> Belief:
        """Return the belief that a name stands for; refuse a name that stands for nothing.

        Parameters
        ----------
        name
            A class, a cause or a frame.
        believed
            Returns the top causes, shape (units, D), that a mode has inferred at a frame.
        seen
            Returns the top causes seen so far, shape (T, units·D), NaN where unknown.
        """
        if name not in self._found:
            self._found[name] = self._make(name, believed, seen)
        return self._found[name]

    def _make(
        self, name: str, believed: Callable[[str, int], Causes], seen: Callable[[], Causes]
    ) -> Belief:
        width = self._network.spec.layers[-1].causes
        if match := _CAUSE.fullmatch(name):
            return self._of_cause(int(match[1]), width, seen())
        if match := _FRAME.fullmatch(name):
            causes = believed(match[2], int(match[1]) - 1)
            strongest = int(causes.sum(axis=1).argmax())  # of several top units
            return Belief(tuple(causes[strongest].tolist()))
        found = self.of_classes().get(name)
        if found is not None:
            return found
        if name in self.classes:
            raise UserError(
                f"No top cause of this network stands for {name}, so that it cannot be told to "
                "look for it; use another network, or train it longer."
            )
        known = f"{', '.join(self.classes)}, or " if self.classes else ""
        raise UserError(
            f"This network knows no {name!r} to look for; name {known}a top cause from "
            f"'cause 1' to 'cause {width}'."
        )

    def _of_cause(self, number: int, width: int, seen: Causes) -> Belief:
        if not 1 <= number <= width:
            raise UserError(f"This network has top causes 1 to {width}, and none number {number}.")
        values = seen.reshape(-1, width)[:, number - 1]
        active = values[np.isfinite(values) & (values > 0)]
        strength = float(active.mean()) if len(active) else 1.0
        return Belief(tuple(strength if each == number - 1 else 0.0 for each in range(width)))
