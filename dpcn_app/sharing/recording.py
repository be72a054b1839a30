"""A recording: all that a network sees and infers in a video, in several modes, with its scores.

It is made by the controller that runs behind the window too, so that its numbers are the window's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcn_app.analysis.cause_axes import Axes, fit_axes, inferred, own_axes
from dpcn_app.analysis.cause_classes import cause_classes
from dpcn_app.analysis.contrast import contrast_limit
from dpcn_app.analysis.readings import NOT_READ, misread
from dpcn_app.engine.modes import mode_meaning, mode_title
from dpcn_app.errors import UserError
from dpcn_app.live.measures import FADING, SCORES
from dpcn_app.live.settings import FRAMES_PER_SECOND, Settings
from dpcn_app.live.snapshot import Snapshot, View
from dpcn_app.live.verdict import verdict
from dpcn_app.sharing.story import Story
from dpcn_app.sharing.watched_frames import Report, watching
from dpcn_app.storage.models import Model
from dpcn_app.video.source import FrameSource, Image

Pictures = NDArray[np.uint8]

MOST_PIXELS = 64_000_000
"""Most pixels of all pictures together: a browser has to hold them."""

_INFERRING = 0.6  # share of the time until all frames are inferred, about


@dataclass(frozen=True, eq=False)
class RecordedMode:
    """What one mode makes of a video.

    Parameters
    ----------
    name, title, meaning
        As in `engine.modes`.
    pictures
        Reconstruction of every frame, shape (T, height, width).
    numbers
        Scores and measures by the names that the window gives them; none without classes.
    verdict
        How it compares with its controls, in a sentence; empty where unknown.
    own, common
        Axes that it fills itself, and axes for all modes.
    causes
        Top causes of every frame, shape (T, D), NaN where unknown.
    misread
        Which frames are read as another class than their own, shape (T,).
    """

    name: str
    title: str
    meaning: str
    pictures: Pictures
    numbers: dict[str, float]
    verdict: str
    own: Axes
    common: Axes
    causes: NDArray[np.float32]
    misread: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Recording:
    """What a network has seen.

    Parameters
    ----------
    model, video
        What the network and the video are called.
    noise
        The noise in words; empty for none.
    rate
        Frames per second at normal speed.
    classes, labels
        Names of the classes, and the class of every frame (−1: unknown), shape (T,).
    input, clean
        What the network sees, shape (T, height, width), and the same without noise; None if there
        is none.
    modes
        What is inferred, mode by mode.
    problems
        What could not be read, in sentences.
    seed
        Seed of the noise, and of generated video.
    story
        The lesson that it belongs to; None for none.
    """

    model: str
    video: str
    noise: str
    rate: float
    classes: tuple[str, ...]
    labels: NDArray[np.int_]
    input: Pictures
    clean: Pictures | None
    modes: tuple[RecordedMode, ...]
    problems: tuple[str, ...] = ()
    seed: int = 0
    story: Story | None = None


def record(
    settings: Settings,
    frames: int,
    report: Report,
    model: Model | None = None,
    first: int = 0,
    seen: FrameSource | None = None,
) -> Recording:
    """Infer frames of a video in all modes of the settings.

    Parameters
    ----------
    settings
        The network, the video, its noise, and the modes.
    frames
        Most frames to record; of bouncing shapes, all that the settings name are scored.
    report
        Is told the share done and what is being done; what it raises ends the recording.
    model
        The network that the settings name, where it is not a bundled one.
    first
        The frame to begin with, from 0.
    seen
        What a camera saw, where the settings name one.
    """

    def part(share: float, words: str) -> None:
        report(_INFERRING * share, words)

    with watching(settings, part, model, seen) as video:
        first = min(first, len(video) - 1)
        count = min(frames, len(video) - first)
        snapshot = video.first
        _check_size(snapshot, count)
        pictures: list[list[Pictures]] = []
        for index in range(count):
            snapshot = video.at(first + index)
            pictures.append(_pictures(snapshot))
            report(_INFERRING + (1 - _INFERRING) * (index + 1) / count, f"frame {index + 1:,}")
        shown = [np.stack(each) for each in zip(*pictures, strict=True)]
        return _recording(snapshot, slice(first, first + count), shown)


def _check_size(snapshot: Snapshot, count: int) -> None:
    height, width = snapshot.frame.image.shape
    most = MOST_PIXELS // (height * width * (len(snapshot.views) + 2))
    if count > most:
        raise UserError(
            f"{count:,} frames of {width}×{height} pixels are too many for a page; choose at most "
            f"{most:,} with --frames."
        )


def _pictures(snapshot: Snapshot) -> list[Pictures]:
    """Return input, reconstructions and, where there is one, the clean frame, in greys."""
    frame = snapshot.frame
    limit = contrast_limit(frame.image) if snapshot.video.signed else None
    shown = [frame.image, *(view.reconstruction for view in snapshot.views)]
    if frame.clean is not None:
        shown.append(frame.clean)
    return [_greys(each, limit) for each in shown]


def _greys(picture: Image, limit: float | None) -> Pictures:
    """Return 0 to 1 as black to white; with a limit, −limit to limit."""
    share = picture if limit is None else picture / (2 * limit) + 0.5
    return np.rint(255 * np.clip(np.nan_to_num(share), 0, 1)).astype(np.uint8)


def _recording(snapshot: Snapshot, frames: slice, pictures: Sequence[Pictures]) -> Recording:
    settings, views = snapshot.settings, snapshot.views
    labels = _padded(snapshot.labels[frames], frames, -1)
    causes = [_by_frame(view, frames) for view in views]
    common = fit_axes(causes, None, _stands_for(causes, labels, snapshot.classes))
    modes = []
    for view, of_frames, reconstructions in zip(
        views, causes, pictures[1 : len(views) + 1], strict=True
    ):
        whole = view.read if view.frames is None else None
        read = _padded(() if whole is None else whole[frames], frames, NOT_READ)
        modes.append(
            RecordedMode(
                name=view.mode,
                title=mode_title(view.mode),
                meaning=mode_meaning(view.mode),
                pictures=reconstructions,
                numbers=_numbers(view),
                verdict=verdict(replace(snapshot, views=(view,))),
                own=own_axes(common, of_frames),
                common=common,
                causes=of_frames,
                misread=misread(read, labels),
            )
        )
    noise = f"{settings.noise_kind} noise {settings.noise:g}" if settings.noise else ""
    video = snapshot.video
    clean = pictures[-1] if len(pictures) > len(views) + 1 else None
    if clean is not None and np.array_equal(
        clean, pictures[0]
    ):  # there is no noise to tell it from
        clean = None
    return Recording(
        model=settings.model,
        video=video.name,
        noise=noise,
        rate=FRAMES_PER_SECOND if video.scored else video.rate,
        classes=snapshot.classes,
        labels=labels,
        input=pictures[0],
        clean=clean,
        modes=tuple(modes),
        problems=snapshot.problems,
        seed=settings.seed,
    )


def _padded(values: ArrayLike, frames: slice, unknown: int) -> NDArray[np.int_]:
    """Return a value for each of some frames, where only the first of them may have one."""
    padded, given = np.full(frames.stop - frames.start, unknown), np.asarray(values, int)
    padded[: len(given)] = given
    return padded


def _by_frame(view: View, frames: slice) -> NDArray[np.float32]:
    """Return the causes of some frames, one a row, NaN where they are not known."""
    if view.frames is None:
        return view.causes[frames]
    rows = np.full((frames.stop - frames.start, view.causes.shape[1]), np.nan, np.float32)
    known = (view.frames >= frames.start) & (view.frames < frames.stop)
    rows[view.frames[known] - frames.start] = view.causes[known]
    return rows


def _stands_for(
    causes: Sequence[NDArray[np.float32]], labels: NDArray[np.int_], classes: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the name of the class that each cause stands for, by all modes together."""
    known = [inferred(each) for each in causes]
    seen = np.concatenate([each[rows] for each, rows in zip(causes, known, strict=True)])
    of_rows = np.concatenate([labels[rows] for rows in known])
    named = cause_classes(seen, of_rows, len(classes))
    return tuple("" if each is None else classes[each] for each in named)


def _numbers(view: View) -> dict[str, float]:
    """Return the scores and the measures of fading, as far as they are known.

    Of several classes at once, what is kept of each: no frame has one class to be scored by.
    """
    if view.kept:
        return {f"{name} kept": share for name, share in view.kept.items()}
    found: dict[str, float] = {}
    if view.scores is not None:
        found |= {title: getattr(view.scores, name) for title, name in SCORES.items()}
    if view.fading is not None:
        found |= {title: getattr(view.fading, name) for title, name in FADING.items()}
    return found
