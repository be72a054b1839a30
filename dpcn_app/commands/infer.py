"""`dpcn-app infer`: writes the top causes of a video as CSV or NPZ, and measures denoising."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from dpcn_app.analysis.likeness import Likeness
from dpcn_app.analysis.scores import AVERAGE_WEIGHT
from dpcn_app.commands.arguments import add_frame_arguments, as_asked
from dpcn_app.commands.causes_file import causes_file, check_ending
from dpcn_app.commands.stop_signals import stopping_on_signals
from dpcn_app.commands.terminal import print_json, progress_bar, say
from dpcn_app.engine.modes import MODES, mode_and_parts
from dpcn_app.engine.network import Array
from dpcn_app.engine.threads import check_threads, cores
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.denoising import INPUT, denoise, mean_over_frames
from dpcn_app.storage.atomic import check_writable
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.video.noise import NOISE_KINDS, Noise, with_noise
from dpcn_app.video.source_spec import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument(
        "source",
        help="video: a file, a folder or pattern of pictures, or a generated one such as "
        "shapes:set=easy,seed=7,noise=1.5,frames=300",
    )
    parser.add_argument(
        "--model",
        required=True,
        help=f"model file, or a bundled one: {', '.join(bundled_models())}",
    )
    parser.add_argument(
        "--top-down",
        default="off",
        help=f"one of {', '.join(MODES)}; parts of the prior as in prior:time+top",
    )
    parser.add_argument("--out", required=True, type=Path, help="file to write, .csv or .npz")
    add_frame_arguments(parser, "as the model says")
    parser.add_argument(
        "--noise",
        metavar="KIND:AMOUNT",
        help="put noise on the video and measure how much of it is removed, with and without "
        f"top-down: {', '.join(f'{name}:{kind.usual:g}' for name, kind in NOISE_KINDS.items())}",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the noise (default 0)")
    parser.add_argument(
        "--threads",
        type=int,
        default=cores(),
        help="threads that share a frame (default: all cores)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


# Numbers near the end of their range may overflow; what then is shown black is told.
@np.errstate(over="ignore", invalid="ignore")
def run(arguments: argparse.Namespace) -> int:
    """Show the video to the network and write the causes of its top layer."""
    out: Path = arguments.out
    check_ending(out)
    check_threads(arguments.threads)
    averaged = mode_and_parts(arguments.top_down)[0].averaged
    mode: str = "off" if averaged else arguments.top_down
    model = open_model(arguments.model)
    TopDown.named(mode).check(model.network)
    preprocessing = as_asked(model.preprocessing, arguments)
    source = open_source(arguments.source)
    if arguments.noise:
        source = with_noise(source, Noise.named(arguments.noise, arguments.seed))
    check_writable(out)
    measure = arguments.noise is not None
    modes = (mode, "both" if mode == "off" else "off") if measure else (mode,)
    spec = model.network.spec
    units = len(spec.unit_corners(preprocessing.shape(source.frame_shape)))
    measured: list[Mapping[str, Likeness]] = []
    average: Array | None = None
    with (
        stopping_on_signals(),  # which removes what is written of the file
        progress_bar() as report,
        causes_file(out, len(source), source.classes, (units, spec.layers[-1].causes)) as file,
    ):
        frames = denoise(
            model.network, source, modes, preprocessing, measure=measure, threads=arguments.threads
        )
        for seen in frames:
            figures: dict[str, float] = {}
            if seen.likeness:
                measured.append(seen.likeness)
                for name, alike in seen.likeness.items():
                    figures |= {f"{name}_psnr": alike.psnr, f"{name}_ssim": alike.ssim}
            causes = seen.states[mode].top_causes
            if averaged and average is not None:
                causes = (1 - AVERAGE_WEIGHT) * average + AVERAGE_WEIGHT * causes
            average = causes
            file.add(causes, seen.frame.label, figures)
            number = seen.frame.index + 1
            report(number / len(source), f"frame {number:,}")
    source.close()
    for problem in source.problems:
        say(f"Warning: {problem}")
    _tell(arguments, len(source), units * spec.layers[-1].causes, measured, source.problems)
    return 0


def _tell(
    arguments: argparse.Namespace,
    frames: int,
    causes: int,
    measured: list[Mapping[str, Likeness]],
    problems: tuple[str, ...],
) -> None:
    denoising = mean_over_frames(measured) if measured else {}
    if arguments.json:
        document = {
            "source": arguments.source,
            "model": arguments.model,
            "top_down": arguments.top_down,
            "frames": frames,
            "causes": causes,
            "out": str(arguments.out),
            "problems": list(problems),
        }
        if denoising:
            document["noise"] = arguments.noise
            document["denoising"] = {
                name: {"psnr": alike.psnr, "ssim": _or_none(alike.ssim)}
                for name, alike in denoising.items()
            }
        print_json(document)
        return
    print(f"{arguments.out}: {causes} causes of {frames} frames, top-down {arguments.top_down}.")
    for name, alike in denoising.items():
        what = "noisy input" if name == INPUT else f"reconstruction, top-down {name}"
        print(f"  {what:34} PSNR {alike.psnr:5.2f} dB  SSIM {alike.ssim:.3f}")


def _or_none(value: float) -> float | None:
    """Return a number, or None for NaN, which JSON cannot hold: small frames have no SSIM."""
    return value if value == value else None
