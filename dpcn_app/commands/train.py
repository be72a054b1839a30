"""`dpcn-app train`: a preset from nothing to a model file."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from dpcn_app.commands.terminal import print_json, progress_bar, say, training_words
from dpcn_app.errors import UserError
from dpcn_app.experiments.presets import PRESETS, preset
from dpcn_app.experiments.shapes import examine, fresh_video
from dpcn_app.experiments.training import (
    as_model,
    checkpoint_path,
    make_trainer,
    resume_trainer,
    train,
)
from dpcn_app.storage.atomic import check_writable
from dpcn_app.storage.models import save_model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--preset", required=True, help=f"what to train: {', '.join(PRESETS)}")
    parser.add_argument("--out", required=True, type=Path, help="model file to write")
    parser.add_argument("--frames", type=int, help="length of the training video")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same network (default 1)")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Train, judge, save."""
    chosen = preset(arguments.preset)
    frames = chosen.frames if arguments.frames is None else arguments.frames
    out: Path = arguments.out
    check_writable(out)
    kept = checkpoint_path(out)
    if arguments.resume:
        if not kept.exists():
            raise UserError(f"There is no checkpoint {kept} to resume; leave --resume out.")
        trainer = resume_trainer(chosen, frames, arguments.seed, kept)
    else:
        trainer = make_trainer(chosen, frames, arguments.seed)
    try:
        with progress_bar() as report:
            trained = train(trainer, lambda p: report(p.share, training_words(p)), kept)
    except KeyboardInterrupt:
        say(f"Stopped; what was learnt is kept in {kept}. Go on with the same line and --resume.")
        return 130
    tested = examine(
        trained.network, fresh_video(chosen.shapes, 1.5, arguments.seed), arguments.seed
    )
    scores = {
        f"{condition}.{name}": float(value)
        for condition, scored in tested.scores.items()
        for name, value in asdict(scored).items()
    }
    model = as_model(
        chosen,
        trained.network,
        frames=frames,
        seed=arguments.seed,
        health=trained.health,
        scores=scores,
    )
    save_model(out, model)
    kept.unlink(missing_ok=True)
    if arguments.json:
        print_json(
            {
                "model": str(out),
                "preset": chosen.name,
                "frames": frames,
                "seed": arguments.seed,
                "seconds": round(trained.seconds, 3),
                "restarts": trained.restarts,
                "health": asdict(trained.health) | {"score": trained.health.score},
                "scores": scores,
            }
        )
    else:
        print(f"{out}: trained in {trained.seconds:.1f} s. {trained.health.reason}")
        for name in ("clean_bottom_up", "noisy_bottom_up", "noisy_top_down"):
            print(
                f"  {name.replace('_', ' '):16} k-means accuracy {scores[f'{name}.kmeans']:.2f}, "
                f"silhouette {scores[f'{name}.silhouette']:.2f}"
            )
    if not trained.health.good:
        say(f"Warning: {trained.health.reason} Try another --seed.")
    return 0
