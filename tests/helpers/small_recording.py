"""A small recording made by hand, with any names."""

from __future__ import annotations

import numpy as np

from dpcn_app.analysis.cause_axes import fit_axes, own_axes
from dpcn_app.sharing.recording import RecordedMode, Recording
from dpcn_app.sharing.story import Story, StoryStep

BELIEVING = ("off", "both", "prior", "prior@square", "prior@x")
"""Modes of a recording in which beliefs can be held."""


def small_recording(
    frames: int = 12,
    *,
    name: str = "small",
    classes: tuple[str, ...] = ("square", "x"),
    titles: tuple[str, ...] = ("Bottom-up", "Top-down"),
    shape: tuple[int, int] = (6, 8),
    names: tuple[str, ...] = ("off", "both"),
    story: Story | None = None,
) -> Recording:
    """Return a recording of random pictures and causes in some modes."""
    rng = np.random.default_rng(3)

    def pictures() -> np.ndarray:
        return rng.integers(0, 256, (frames, *shape), np.uint8)

    sizes = [3 / (1 + 2 * place) for place in range(len(names))]
    causes = [(rng.random((frames, 3)) * size).astype(np.float32) for size in sizes]
    axes = fit_axes(causes)
    modes = tuple(
        RecordedMode(
            name=mode,
            title=title,
            meaning=f"What {title} does",
            pictures=pictures(),
            numbers={"accuracy": 0.125 + place, "tightness": -0.004},
            verdict=f"{title} is fair.",
            own=own_axes(axes, of_frames),
            common=axes,
            causes=of_frames,
            misread=np.arange(frames) == 3,
        )
        for place, (mode, title, of_frames) in enumerate(zip(names, titles, causes, strict=True))
    )
    return Recording(
        model=name,
        video=f"video of {name}",
        noise="structured noise 1.5",
        rate=30.0,
        classes=classes,
        labels=np.arange(frames) % len(classes),
        input=pictures(),
        clean=pictures(),
        modes=modes,
        story=story,
    )


def told_story(text: str) -> Story:
    """Return a lesson of three steps, of which the second asks and the third is elsewhere."""
    still = (("off",), ("off",))
    return Story(
        text,
        (
            StoryStep("One", (text,), "", (), (f"So {text}",), still, 3),
            StoryStep(
                text, ("b",), "Why?", (text, "y"), ("A it is", "B"), (("off",), ("both",)), None
            ),
            StoryStep("Three", ("c",), "", (), ("",), (("both",), ("both",)), None, here=False),
        ),
    )
