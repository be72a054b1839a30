"""Cutting frames into patches, and putting patches back together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from dpcn_app.video.preprocess import NONE, Preprocessing
from dpcn_app.video.source import Image


class Geometry(Protocol):
    """Where the patches of a network lie, as in the engine's `NetworkSpec`."""

    @property
    def patch(self) -> int:
        """Width and height of a patch."""
        ...

    @property
    def padding(self) -> int:
        """Black pixels around the frame."""
        ...

    def corners(self, frame_shape: tuple[int, int], layer: int) -> NDArray[np.intp]:
        """Return the upper left corners of patches (layer 0), shape (patches, 2)."""
        ...

    def units_per_field(self, layer: int) -> int:
        """Return how many patches (layer 0) lie below one top unit."""
        ...


@dataclass(frozen=True, eq=False)
class PatchGrid:
    """Square patches at fixed corners of a padded frame.

    Parameters
    ----------
    frame_shape
        Height and width of the frames to cut.
    corners
        Upper left corners of the patches in the padded frame, shape (patches, 2).
    patch
        Width and height of a patch.
    padding
        Black pixels around the frame.
    centred
        Whether the mean of every patch is subtracted from it.
    per_unit
        Patches of one top unit; they follow each other, and lie alike in every unit.
    """

    frame_shape: tuple[int, int]
    corners: NDArray[np.intp]
    patch: int
    padding: int = 0
    centred: bool = False
    per_unit: int = 1

    @classmethod
    def of(
        cls, geometry: Geometry, frame_shape: tuple[int, int], preprocessing: Preprocessing = NONE
    ) -> PatchGrid:
        """Return the patches that a network looks at in preprocessed frames of a shape."""
        corners, per_unit = geometry.corners(frame_shape, 0), geometry.units_per_field(0)
        centred = preprocessing.centre_patches
        return cls(frame_shape, corners, geometry.patch, geometry.padding, centred, per_unit)

    @property
    def units(self) -> int:
        """Number of top units."""
        return len(self.corners) // self.per_unit

    def of_units(self, units: slice) -> PatchGrid:
        """Return the patches of some top units alone."""
        some = slice(units.start * self.per_unit, units.stop * self.per_unit)
        return replace(self, corners=self.corners[some])

    @property
    def _padded_shape(self) -> tuple[int, int]:
        return self.frame_shape[0] + 2 * self.padding, self.frame_shape[1] + 2 * self.padding

    @property
    def _inside(self) -> slice:
        return slice(self.padding, -self.padding or None)

    # --- cutting ----------------------------------------------------------------------------------

    def cut(self, images: Image) -> NDArray[np.float32]:
        """Cut images of shape (…, height, width) into patches of shape (…, patches, patch²)."""
        patches = self._cut(images)
        return patches - patches.mean(axis=-1, keepdims=True) if self.centred else patches

    def means(self, images: Image) -> NDArray[np.float32]:
        """Return what `cut` takes away from every patch, shape (…, patches, 1)."""
        if self.centred:
            return self._cut(images).mean(axis=-1, keepdims=True)
        return np.zeros((*images.shape[:-2], len(self.corners), 1), dtype=np.float32)

    def _cut(self, images: Image) -> NDArray[np.float32]:
        padded = images
        if self.padding or images.dtype != np.float32:
            padded = np.zeros((*images.shape[:-2], *self._padded_shape), dtype=np.float32)
            padded[..., self._inside, self._inside] = images
        windows = sliding_window_view(padded, (self.patch, self.patch), axis=(-2, -1))
        patches = windows[..., self.corners[:, 0], self.corners[:, 1], :, :]
        return patches.reshape(*images.shape[:-2], len(self.corners), -1)

    # --- putting together -------------------------------------------------------------------------

    def blend(self, patches: NDArray[np.floating]) -> Image:
        """Put patches of shape (patches, patch²) back into a frame, fading into each other.

        The weight of a patch falls towards its border, where it sees half of what is there, and the
        weights of all patches that cover a pixel add up to 1.
        """
        canvas = np.zeros(self._padded_shape)
        self.blend_some(patches, slice(0, self.units), canvas)
        return self.inside(canvas)

    def empty_canvas(self) -> Image:
        """Return an empty frame with its padding, for `blend_some`."""
        return np.zeros(self._padded_shape, np.float32)

    def blend_some(
        self, patches: NDArray[np.floating], units: slice, canvas: NDArray[np.floating]
    ) -> None:
        """Add what the patches of some top units contribute to a blend to a padded frame."""
        fields = self._fields(patches)
        height, width = fields.shape[1:]
        for field, (top, left) in zip(fields, self._unit_corners[units].tolist(), strict=True):
            place = slice(top, top + height), slice(left, left + width)
            canvas[place] += field * self._shares[place]

    def padded(self, frame: Image) -> Image:
        """Return a frame with its padding."""
        return np.pad(frame, self.padding) if self.padding else frame

    def inside(self, canvas: NDArray[np.floating]) -> Image:
        """Return a padded frame without its padding; it may share its memory."""
        return canvas[self._inside, self._inside].astype(np.float32, copy=False)

    def whole_frame(self, patches: NDArray[np.floating], image: Image) -> Image:
        """Blend patches of shape (…, patch²) into a frame, with what `cut` takes away.

        That is the mean of each patch of the image, where patches are centred.
        """
        if self.centred:
            patches = patches.reshape(-1, self.patch**2) + self.means(image)
        return self.blend(patches)

    @cached_property
    def _ramp(self) -> NDArray[np.float64]:
        """Weight of every pixel of a patch, before those of all patches are made to add up to 1."""
        side = np.arange(self.patch)
        ramp = np.minimum(side, side[::-1]) + 0.5
        return np.outer(ramp, ramp)

    @cached_property
    def _unit_corners(self) -> NDArray[np.intp]:
        """Upper left corners of the top units, shape (units, 2)."""
        return self.corners.reshape(-1, self.per_unit, 2).min(axis=1)

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """1 / Σ of the weights that cover each pixel of the padded frame; 0 where none does."""
        total = np.zeros(self._padded_shape)
        weights = self._fields(np.ones((self.per_unit, self.patch**2)))[0]
        height, width = weights.shape
        for top, left in self._unit_corners.tolist():
            total[top : top + height, left : left + width] += weights
        return np.divide(1, total, out=total, where=total > 0)

    def _fields(self, patches: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the weighted sum of the patches of each top unit, shape (units, height, width)."""
        offsets = self.corners[: self.per_unit] - self._unit_corners[0]
        height, width = (offsets.max(axis=0) + self.patch).tolist()
        weighted = patches.reshape(-1, self.per_unit, self.patch, self.patch) * self._ramp
        fields = np.zeros((len(weighted), height, width))
        for place, (top, left) in enumerate(offsets.tolist()):
            fields[:, top : top + self.patch, left : left + self.patch] += weighted[:, place]
        return fields
