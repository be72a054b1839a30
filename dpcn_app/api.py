"""The app as a library: open a network and a video, watch, train; arrays in, arrays out, no window.

`import dpcn_app` offers these names and a few more (see `dpcn_app.__all__`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from numbers import Integral, Real
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import Solver
from dpcn_app.engine.modes import belief_in, mode_and_parts
from dpcn_app.engine.threads import check_threads, cores
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.seen_video import OnFrame, SeenVideo, see_video
from dpcn_app.live.belief_book import BeliefBook, Causes
from dpcn_app.live.network_modes import top_down_of
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import Model
from dpcn_app.training.driver import OnProgress, Training, looking_at
from dpcn_app.training.presets import PRESETS, Preset
from dpcn_app.training.presets import preset as preset_named
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.preprocess import Preprocessing, Region
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import open_source
from dpcn_app.video.stacks import array_video

NamedModel = Model | str | os.PathLike[str]
NamedVideo = FrameSource | ArrayLike | str | os.PathLike[str]


def load_model(name_or_path: str | os.PathLike[str]) -> Model:
    """Return a trained network with how it was trained.

    Parameters
    ----------
    name_or_path
        A bundled network, such as `shapes-easy` or `natural`, or the file of another.

    Examples
    --------
    >>> import dpcn_app
    >>> model = dpcn_app.load_model("shapes-easy")
    >>> model.classes
    ('square', 'x', 'diamond')
    >>> [layer.C.shape for layer in model.network.layers]  # dictionaries
    [(144, 100), (40, 60)]
    >>> dpcn_app.load_model("shapes-medium")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    dpcn_app.errors.UserError: There is no model or file called 'shapes-medium'; choose from \
natural, shapes-easy, shapes-hard, ...
    """
    _check(name_or_path=name_or_path)
    return open_model(name_or_path)


def open_video(video: NamedVideo, *, noise: str = "", seed: int = 0) -> FrameSource:
    """Return a video, whose frames are reached by their numbers.

    Parameters
    ----------
    video
        A file, a folder or pattern of pictures, a generated video such as
        `shapes:set=easy,seed=7,noise=1.5,frames=300` or `photographs:seed=7`, or an array of shape
        (frames, height, width), with up to four colours as a last axis. Bytes go from 0 to 255,
        fractions from 0 to 1; other numbers are stretched to that.
    noise
        Noise to put on it, such as `gaussian:0.1`, `structured:1.5` or `occlusion:0.2`.
    seed
        Seed of the noise, and of a generated video whose text names none.

    Examples
    --------
    >>> import dpcn_app
    >>> video = dpcn_app.open_video("shapes:set=easy,seed=7,frames=30", noise="structured:1.5")
    >>> len(video), video.frame_shape, video.classes
    (30, (32, 32), ('square', 'x', 'diamond'))
    >>> video.frame(3).image.shape, video.frame(3).clean.shape
    ((32, 32), (32, 32))
    """
    _check(noise=noise, seed=seed)
    put = None if not noise else Noise.named(noise, seed)
    opened = _opened(video, seed)
    return opened if put is None else with_noise(opened, put)


def watch(
    model: NamedModel,
    video: NamedVideo,
    mode: str | TopDown = "off",
    *,
    frames: int | None = None,
    noise: str = "",
    seed: int = 0,
    region: Region | None = None,
    scale: float | None = None,
    solver: Solver = "exact",
    states: bool = True,
    threads: int | None = None,
    on_frame: OnFrame | None = None,
) -> SeenVideo:
    """Show a video to a network, frame by frame, and return what it inferred.

    Parameters
    ----------
    model
        The network: a `Model`, the name of a bundled one, or a file.
    video
        As for `open_video`.
    mode
        A mode such as `off`, `both` or `prior:T+D`, with a belief such as `prior@square` where one
        is to be held; or a `TopDown` of your own.
    frames
        Most frames to watch; None for all.
    noise, seed
        As for `open_video`.
    region, scale
        Part of the frames to look at (top, left, height, width), and factor on their size; None for
        those that the network was trained with.
    solver
        `exact`, or `paper` for Algorithm 1.
    states
        Whether to keep the states, which take most of the memory.
    threads
        How many threads share a frame; None for all cores. The number does not change the result.
    on_frame
        Is told after each frame how many are done, and of how many.

    Examples
    --------
    >>> import dpcn_app
    >>> seen = dpcn_app.watch("shapes-easy", "shapes:set=easy,seed=7,noise=1.5,frames=60", "both")
    >>> seen
    SeenVideo(60 frames of 32×32 in the mode both, causes (60, 3))
    >>> seen.layers[0].states.shape  # frames, groups, patches of a group, states
    (60, 4, 4, 100)
    >>> seen.reconstructions.shape, seen.labels.shape
    ((60, 32, 32), (60,))

    With arrays of your own, and a belief:

    >>> import numpy as np
    >>> frames = np.random.default_rng(0).random((5, 32, 32))
    >>> dpcn_app.watch("shapes-easy", frames, "prior@square").causes.shape
    (5, 3)

    Parts of the top-down flow, chosen one by one:

    >>> coherence = dpcn_app.TopDown(coherence=True, weights=(0.0, 0.05))
    >>> dpcn_app.watch("shapes-easy", frames, coherence)
    SeenVideo(5 frames of 32×32, causes (5, 3))
    """
    chosen = _model(model)
    _check(mode=mode, frames=frames, noise=noise, seed=seed, scale=scale, solver=solver)
    _check(states=states, threads=threads, on_frame=on_frame)
    if frames is not None and frames < 1:
        raise UserError(f"A network watches one frame or more, not {frames}.")
    if solver not in ("exact", "paper"):
        raise UserError(f"There is no solver called {solver!r}; choose from exact, paper.")
    threads = cores() if threads is None else threads
    check_threads(threads)
    name = mode if isinstance(mode, str) else ""
    averaged = bool(name) and mode_and_parts(name)[0].averaged
    preprocessing = _looking_at(chosen.preprocessing, region, scale)
    opened = open_video(video, noise=noise, seed=seed)
    look = partial(
        see_video,
        chosen.network,
        opened,
        preprocessing=preprocessing,
        solver=solver,
        threads=threads,
    )

    def believed(other: str, index: int) -> Causes:
        """Return what another mode infers at a frame, for beliefs such as `frame 58 of prior`."""
        top_down = top_down_of(other, (), chosen.network)
        return look(top_down, frames=index + 1, states=False).layers[-1].causes[-1]

    def seen_bottom_up() -> Causes:
        return look(TopDown(), frames=frames, states=False).causes

    def find(belief: str) -> Belief:
        book = BeliefBook(chosen.network, _shape_set(chosen))
        return book.find(belief, believed, seen_bottom_up)

    try:
        # Numbers near the end of their range may overflow; what then is black is told.
        with np.errstate(over="ignore", invalid="ignore"):
            if isinstance(mode, str):
                top_down = top_down_of(mode, (), chosen.network, find if belief_in(mode) else None)
            else:
                top_down = mode
            top_down.check(chosen.network)
            return look(
                top_down,
                mode=name,
                averaged=averaged,
                frames=frames,
                states=states,
                on_frame=on_frame,
            )
    finally:
        if opened is not video:
            opened.close()


def train(
    preset: str | Preset = "shapes-easy",
    video: NamedVideo | None = None,
    *,
    frames: int | None = None,
    seed: int = 1,
    region: Region | None = None,
    scale: float | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_progress: OnProgress | None = None,
) -> Model:
    """Train a network from nothing, and return it.

    Parameters
    ----------
    preset
        What to train: one of `dpcn_app.PRESETS` by name, or a changed one (`dataclasses.replace`).
    video
        What a preset for natural scenes learns from, as for `open_video`; None for moving
        photographs.
    frames
        Length of the training video; None for that of the preset.
    seed
        The same preset, frames and seed give the same network.
    region, scale
        As for `watch`.
    checkpoint
        File to which the training is saved every ten seconds, and where it is interrupted.
    resume
        Whether to go on from that file.
    on_progress
        Is told after each step what it did: `share` of the work, `energy`, `change` of A, B and C …

    Examples
    --------
    >>> import dpcn_app
    >>> shares = []
    >>> model = dpcn_app.train(
    ...     "shapes-easy", frames=60, on_progress=lambda step: shares.append(step.share)
    ... )
    >>> model.network.layers[0].C.shape, shares[-1]
    ((144, 100), 1.0)
    """
    if not isinstance(preset, str | Preset):
        raise UserError(f"Name a preset, such as {', '.join(PRESETS)}, not {_kind(preset)}.")
    _check(frames=frames, seed=seed, scale=scale)
    _check(checkpoint=checkpoint, resume=resume, on_progress=on_progress)
    chosen = preset_named(preset) if isinstance(preset, str) else preset
    chosen = looking_at(chosen, _looking_at(chosen.preprocessing, region, scale))
    kept = None if checkpoint is None else Path(checkpoint)
    if resume and (kept is None or not os.path.exists(kept)):
        raise UserError(f"There is no checkpoint {kept or ''} to resume; leave resume out.")
    length = chosen.frames if frames is None else frames
    opened = None if video is None else open_video(video)
    with np.errstate(over="ignore", invalid="ignore"):
        training = Training(chosen, length, seed, opened, checkpoint=kept, resume=resume)
        training.run(on_progress)
    training.forget_checkpoint()
    return training.model()


def _model(model: NamedModel) -> Model:
    if isinstance(model, Model):
        return model
    if not isinstance(model, str | os.PathLike):
        raise UserError(
            f"A network is a Model, the name of a bundled one, or a file, not {_kind(model)}."
        )
    return open_model(model)


def _opened(video: NamedVideo, seed: int) -> FrameSource:
    """Return what a text names, an array as a video, or the video itself."""
    if isinstance(video, FrameSource):
        return video
    if isinstance(video, str | os.PathLike):
        return open_source(os.fspath(video), seed=seed)
    try:
        frames = np.asarray(video)
    except ValueError:  # such as frames of several sizes
        raise UserError("The frames of a video must have one size; make them equal.") from None
    return array_video(frames)


def _looking_at(own: Preprocessing, region: Region | None, scale: float | None) -> Preprocessing:
    """Return a preprocessing with another region and scale, where they are given."""
    if region is not None:
        whole = [each for each in np.atleast_1d(np.asarray(region, object)) if _is_whole(each)]
        if len(whole) != 4 or np.size(np.asarray(region, object)) != 4:
            raise UserError("A region is four whole numbers: top, left, height and width.")
        top, left, height, width = map(int, whole)
        own = replace(own, region=(top, left, height, width))
    return own if scale is None else replace(own, scale=scale)


def _shape_set(model: Model) -> str:
    """Return the set of shapes that a network has learnt; empty where it learnt none."""
    return PRESETS[model.preset].shapes if model.preset in PRESETS else ""


_SWITCH = (bool, np.bool_)
_KINDS: dict[str, tuple[Any, str]] = {
    "name_or_path": ((str, os.PathLike), "the name of a network, or a file"),
    "checkpoint": ((str, os.PathLike, NoneType), "a file, or None"),
    "mode": ((str, TopDown), "the name of a mode, or a TopDown"),
    "frames": ((Integral, NoneType), "a whole number, or None"),
    "threads": ((Integral, NoneType), "a whole number, or None"),
    "seed": (Integral, "a whole number"),
    "scale": ((Real, NoneType), "a number, or None"),
    "noise": (str, "a text such as 'gaussian:0.1'"),
    "solver": (str, "'exact' or 'paper'"),
    "states": (_SWITCH, "True or False"),
    "resume": (_SWITCH, "True or False"),
    "on_frame": ((Callable, NoneType), "a function, or None"),
    "on_progress": ((Callable, NoneType), "a function, or None"),
}
"""What each argument may be, and the same in words."""


def _check(**given: object) -> None:
    """Refuse arguments of the wrong kind, by their names."""
    for name, value in given.items():
        kinds, words = _KINDS[name]
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds != _SWITCH):
            raise UserError(f"The argument {name} is {words}, not {_kind(value)}.")


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _kind(value: object) -> str:
    return f"a value of the kind {type(value).__name__}"
