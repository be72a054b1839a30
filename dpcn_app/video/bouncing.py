"""The mechanics of bouncing shapes: discs that fly straight, off the walls and off each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class BouncingPath:
    """The corners of all objects over time, simulated only as far as needed."""

    def __init__(
        self,
        places: NDArray[np.float64],
        velocity: NDArray[np.float64],
        room: NDArray[np.float64],
        diameter: float,
    ) -> None:
        self._places, self._velocity = [places], velocity
        self._room, self._diameter = room, diameter

    def at(self, step: int) -> NDArray[np.float64]:
        """Return the corners at a step, shape (objects, 2)."""
        while len(self._places) <= step:
            moved = self._places[-1] + self._velocity
            places, self._velocity = bounce(moved, self._velocity, self._room, self._diameter)
            self._places.append(places)
        return self._places[step]


def bounce(
    places: NDArray[np.float64],
    velocity: NDArray[np.float64],
    room: NDArray[np.float64],
    diameter: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Reflect objects at the walls and off each other, elastically, as discs of equal mass.

    Two discs that touch and approach exchange the parts of their velocities that lie along the line
    between them: v₁ ← v₁ − ((v₁−v₂)·n)n, v₂ ← v₂ + ((v₁−v₂)·n)n.
    """
    velocity = np.where(places < 0, np.abs(velocity), velocity)
    velocity = np.where(places > room, -np.abs(velocity), velocity)
    places = np.clip(np.where(places > room, 2 * room - places, np.abs(places)), 0, room)
    for one in range(len(places)):
        for other in range(one):
            between = places[one] - places[other]
            distance = float(np.hypot(*between))
            if not 0 < distance < diameter:
                continue
            normal = between / distance
            approach = float((velocity[one] - velocity[other]) @ normal)
            if approach < 0:
                velocity[one] -= approach * normal
                velocity[other] += approach * normal
    return places, velocity
