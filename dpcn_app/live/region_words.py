"""What the network sees of a video, in words: which part of it, how large, and why it looks so."""

from __future__ import annotations

from dpcn_app.live.snapshot import Snapshot

_AS_IT_IS = 0.005  # most difference of a scale from 1 that counts as none


def region_words(snapshot: Snapshot) -> str:
    """Return which part of a video is seen, and how large; empty for bouncing shapes."""
    video, (height, width) = snapshot.video, snapshot.frame.image.shape
    opening = (
        not snapshot.views and snapshot.preparing is None
    )  # its frame is not what will be seen
    if video.scored or opening:
        return ""
    _, _, high, wide = video.region
    what = "Whole frame" if (high, wide) == video.shape else f"Region of {wide}×{high} pixels"
    scale = width / wide
    if abs(scale - 1) < _AS_IT_IS:
        return f"{what} at full size" + (f": {width}×{height}" if what == "Whole frame" else "")
    change = "shrunk" if scale < 1 else "enlarged"
    return f"{what}, {change} to {_percent(scale)}: {width}×{height} of {wide}×{high}"


def contrast_words(snapshot: Snapshot) -> str:
    """Return why the input looks unlike the video; empty where it looks like it."""
    if not snapshot.video.signed:
        return ""
    return "Input is contrast-normalised: it shows edges, not light"


def progress_words(snapshot: Snapshot) -> str:
    """Return how far a large frame is inferred; empty where it is complete."""
    if snapshot.frame_done is None:
        return ""
    units = len(snapshot.views[0].top_causes) if snapshot.views else 0
    done = f"{100 * snapshot.frame_done:.0f} % of {units:,} top units"
    return f"Inferring frame {snapshot.frame.index + 1:,}: {done}"


def _percent(scale: float) -> str:
    return f"{100 * scale:.0f} %" if scale >= 0.1 else f"{100 * scale:.1f} %"
