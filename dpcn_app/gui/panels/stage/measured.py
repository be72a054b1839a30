"""What is measured of the stage's pictures: how near they come to the clean frame."""

from __future__ import annotations

from dpcn_app.gui.widgets.number_row import in_words
from dpcn_app.live.measures import FADING
from dpcn_app.live.snapshot import Snapshot, View


def measured_words(name: str, view: View | None, snapshot: Snapshot) -> str:
    """Return how near a picture comes to the clean frame, in words; empty where not measured."""
    if name == "Reconstruction" and view is not None and view.kept:
        return in_words(view.kept)
    alike = None
    if name == "Input" and (view is None or view.fed is None):
        alike = snapshot.video.likeness
    elif name == "Reconstruction" and view is not None:
        alike = view.likeness
    return "" if alike is None else f"PSNR {alike.psnr:.1f} dB · SSIM {alike.ssim:.2f}"


def numbers_of_frame(snapshot: Snapshot) -> dict[str, float]:
    """Return how near the noisy frame comes to the clean one, by name; empty where not measured."""
    alike = snapshot.video.likeness
    return {} if alike is None else {"PSNR": alike.psnr, "SSIM": alike.ssim}


def numbers_of_mode(view: View) -> dict[str, float]:
    """Return what is measured of a mode's reconstructions, by name; empty where nothing is."""
    if view.likeness is not None:
        return {"PSNR": view.likeness.psnr, "SSIM": view.likeness.ssim}
    if view.kept:
        return view.kept
    if view.fading is None:
        return {}
    return {name: getattr(view.fading, measure) for name, measure in FADING.items()}
