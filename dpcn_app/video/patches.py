"""Cutting frames into patches, and putting patches back together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
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
    """

    frame_shape: tuple[int, int]
    corners: NDArray[np.intp]
    patch: int
    padding: int = 0
    centred: bool = False

    @classmethod
    def of(
        cls, geometry: Geometry, frame_shape: tuple[int, int], preprocessing: Preprocessing = NONE
    ) -> PatchGrid:
        """Return the patches that a network looks at in preprocessed frames of a shape."""
        corners = geometry.corners(frame_shape, 0)
        centred = preprocessing.centre_patches
        return cls(frame_shape, corners, geometry.patch, geometry.padding, centred)

    @property
    def _padded_shape(self) -> tuple[int, int]:
        return self.frame_shape[0] + 2 * self.padding, self.frame_shape[1] + 2 * self.padding

    @cached_property
    def _pixels(self) -> NDArray[np.intp]:
        """Index of every pixel of every patch in the padded frame, shape (patches, patch²)."""
        side = np.arange(self.patch)
        down = self.corners[:, 0, None, None] + side[None, :, None]
        across = self.corners[:, 1, None, None] + side[None, None, :]
        return (down * self._padded_shape[1] + across).reshape(len(self.corners), -1)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """Weight of every pixel of every patch in a blend, shape (patches, patch²).

        It falls towards the border, where a patch sees half of what is there, and the weights of
        all patches that cover a pixel of the padded frame add up to 1.
        """
        side = np.arange(self.patch)
        ramp = np.minimum(side, side[::-1]) + 0.5
        weights = np.tile(np.outer(ramp, ramp).ravel(), (len(self.corners), 1))
        pixels = self._padded_shape[0] * self._padded_shape[1]
        total = np.bincount(self._pixels.ravel(), weights=weights.ravel(), minlength=pixels)
        weights /= total[self._pixels]
        return weights

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
        inside = slice(self.padding, -self.padding or None)
        padded = np.zeros((*images.shape[:-2], *self._padded_shape), dtype=np.float32)
        padded[..., inside, inside] = images
        return padded.reshape(*images.shape[:-2], -1)[..., self._pixels]

    def blend(self, patches: NDArray[np.float32]) -> Image:
        """Put patches of shape (patches, patch²) back into a frame, fading into each other."""
        pixels = self._padded_shape[0] * self._padded_shape[1]
        parts = (patches * self._weights).ravel()
        frame = np.bincount(self._pixels.ravel(), parts, minlength=pixels).astype(np.float32)
        inside = slice(self.padding, -self.padding or None)
        return frame.reshape(self._padded_shape)[inside, inside]

    def whole_frame(self, patches: NDArray[np.floating], image: Image) -> Image:
        """Blend patches of shape (…, patch²) into a frame; if they are centred, add its means."""
        flat = patches.reshape(-1, patches.shape[-1]).astype(np.float32)
        return self.blend(flat + self.means(image))
