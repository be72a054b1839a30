"""What one is looking at, in a sentence for each part of the window, live to what is shown."""

from __future__ import annotations

from dpcn_app.engine.modes import belief_in, mode_title
from dpcn_app.live.belief_words import mode_titles
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.reading_words import main_view, misreading_of
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

_PICTURES = {
    "Video": "The video as it is; drag over it to look at a part.",
    "Clean": "The frame without noise, which the network never sees.",
    "Reconstruction": "What the network makes of it: the sum of its active atoms.",
    "Prediction": "What it had expected before the frame came.",
    "Residual": "What it missed: the input minus the reconstruction.",
    "Surprise": "What it had not expected.",
}


def picture_words(name: str, snapshot: Snapshot) -> str:
    """Return what a picture of the stage shows; empty for one that nothing is known of."""
    if name != "Input":
        return _PICTURES.get(name, "")
    settings, frame = snapshot.settings, snapshot.frame
    words = f"What the network sees: frame {frame.index + 1} of {snapshot.length}"
    if 0 <= settings.closed <= frame.index:
        return f"{words}, hidden from it: its eyes are closed."
    shape = snapshot.classes[frame.label] if frame.label >= 0 else ""
    noise = " with noise" if settings.noise > 0 else ""
    return f"{words}, {shape}{noise}." if shape else f"{words}{noise}."


def causes_words(snapshot: Snapshot) -> str:
    """Return what the cloud of causes shows, and how well it is sorted by now."""
    if not snapshot.views:
        return "Each marker is going to be a frame, where the top layer puts it."
    words = "Each marker is a frame; frames that the top layer finds alike lie near each other."
    view = main_view(snapshot)
    misread = misreading_of(snapshot)
    if len(snapshot.views) > 1:
        words += f" Side by side: {', '.join(mode_titles(snapshot.settings.modes))}."
    if view.scores is not None:
        words += f" Tightness {view.scores.silhouette:.2f} (1: clusters well apart)."
    return f"{words} This frame: {misread}." if misread else words


def mode_words(settings: Settings) -> str:
    """Return how the network infers now, and what changes that."""
    mode = main_mode(settings.modes)
    held = belief_in(mode)
    title = mode_title(mode.partition("@")[0])
    told = f", told to look for {held}" if held else ""
    return f"How it infers: {title}{told}. T, P and M change that."


def source_words(settings: Settings) -> str:
    """Return what is watched, and whether with noise."""
    noise = "with noise" if settings.noise > 0 else "without noise"
    return f"What is watched: {settings.video_name}, {noise} (N)."


CONTROLS = {
    "play": "Play (Space), step (← →), go to any frame.",
    "network": "The network, and its health.",
    "beliefs": "What to look for (1 2 3).",
    "menus": "Menus: everything, with its key.",
    "lesson": "The lesson; Page Down goes on.",
}
"""What other parts of the window are for."""
