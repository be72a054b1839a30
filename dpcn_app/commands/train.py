"""`dpcn-app train`: trains a preset on generated frames or a video, and writes a model file."""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict
from pathlib import Path

import numpy as np

from dpcn_app.analysis.filters import weigh_filters
from dpcn_app.analysis.invariant_scores import weigh_causes
from dpcn_app.commands.arguments import add_frame_arguments, as_asked
from dpcn_app.commands.stop_signals import (
    StopSignal,
    holding_signals,
    stopped_exit_code,
    stopping_on_signals,
)
from dpcn_app.commands.terminal import print_json, progress_bar, say, training_words
from dpcn_app.engine.health import Health
from dpcn_app.engine.network import Network
from dpcn_app.errors import UserError
from dpcn_app.experiments.shapes import examine_shapes, fresh_video
from dpcn_app.storage.atomic import check_writable
from dpcn_app.storage.file_lock import locked
from dpcn_app.storage.models import save_model
from dpcn_app.training.driver import Training, checkpoint_path, looking_at
from dpcn_app.training.presets import PRESETS, Preset, preset
from dpcn_app.video.source_spec import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument(
        "video", nargs="?", help="video to learn natural scenes from (default: moving photographs)"
    )
    parser.add_argument("--preset", required=True, help=f"what to train: {', '.join(PRESETS)}")
    parser.add_argument("--out", required=True, type=Path, help="model file to write")
    parser.add_argument("--frames", type=int, help="length of the training video")
    add_frame_arguments(parser, "all of them")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same network (default 1)")
    parser.add_argument("--resume", action="store_true", help="continue from the last checkpoint")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Train, judge and save a network; what ends it early leaves a checkpoint."""
    out: Path = arguments.out
    check_writable(out)
    busy = f"Another training is writing {out}; wait for its end or give another --out."
    # Numbers near the end of their range may overflow; what then is shown black is told.
    quiet = np.errstate(over="ignore", invalid="ignore")
    with stopping_on_signals(), locked(checkpoint_path(out), busy), quiet:
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    chosen = preset(arguments.preset)
    chosen = looking_at(chosen, as_asked(chosen.preprocessing, arguments))
    frames = chosen.frames if arguments.frames is None else arguments.frames
    out: Path = arguments.out
    video = None if arguments.video is None else open_source(arguments.video)
    kept = checkpoint_path(out)
    if arguments.resume and not os.path.exists(kept):
        raise UserError(f"There is no checkpoint {kept} to resume; leave --resume out.")
    training = Training(
        chosen,
        frames,
        arguments.seed,
        video,
        checkpoint=kept,
        resume=arguments.resume,
        source=arguments.video or "",
    )
    try:
        with progress_bar() as report:
            trained = training.run(lambda p: report(p.share, training_words(p)))
    except KeyboardInterrupt as error:
        say(f"Stopped; the training is kept in {kept}. Continue with the same line and --resume.")
        return stopped_exit_code(error)
    with holding_signals() as asked:
        save_model(out, training.model())  # before it is judged, which takes a while
        training.forget_checkpoint()
    try:
        if asked:
            raise StopSignal(asked[0])
        scores = _scores(chosen, trained.network, arguments.seed)
    except KeyboardInterrupt as error:
        say(f"Stopped before the network was judged; it is kept in {out}, without its scores.")
        return stopped_exit_code(error)
    save_model(out, training.model(scores))
    if arguments.json:
        print_json(
            {
                "model": str(out),
                "preset": chosen.name,
                "frames": frames,
                "seed": arguments.seed,
                "seconds": round(trained.seconds, 3),
                "restarts": trained.restarts,
                "health": _health(trained.health),
                "scores": scores,
            }
        )
    else:
        reason = "" if trained.health is None else f" {trained.health.reason}"
        print(f"{out}: trained in {trained.seconds:.1f} s.{reason}")
        for line in _lines(chosen, scores):
            print(f"  {line}")
    if trained.health is not None and not trained.health.good:
        say(f"Warning: {trained.health.reason} Try another --seed.")
    return 0


def _scores(chosen: Preset, network: Network, seed: int) -> dict[str, float]:
    """Return the scores of a network: on noisy shapes, or those of its filters and causes."""
    if not chosen.shapes:
        return asdict(weigh_filters(network)) | asdict(weigh_causes(network, seed))
    tested = examine_shapes(network, fresh_video(chosen.shapes, 1.5, seed), seed)
    return {
        f"{condition}.{name}": float(value)
        for condition, scored in tested.scores.items()
        for name, value in asdict(scored).items()
    }


def _health(health: Health | None) -> dict[str, float] | None:
    return None if health is None else asdict(health) | {"score": health.score}


def _lines(chosen: Preset, scores: dict[str, float]) -> list[str]:
    if chosen.shapes:
        return [
            f"{name.replace('_', ' '):16} k-means accuracy {scores[f'{name}.kmeans']:.2f}, "
            f"silhouette {scores[f'{name}.silhouette']:.2f}"
            for name in ("clean_bottom_up", "noisy_bottom_up", "noisy_top_down")
        ]
    return [
        f"{scores['band_pass']:.0%} of the atoms oriented band-pass, "
        f"{scores['gabor']:.0%} described by a Gabor function",
        f"causes: orientation coherence {scores['coherence']:.2f} "
        f"(shuffled {scores['shuffled_coherence']:.2f}), {scores['twins']:.0%} twins",
    ]
