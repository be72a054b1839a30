"""`dpcn-app infer`: a video to its top causes, as CSV or NPZ."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

import numpy as np

from dpcn_app.commands.terminal import print_json, progress_bar
from dpcn_app.engine.top_down import MODES, TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.watching import watch
from dpcn_app.storage.atomic import check_writable, replacing
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.video.specs import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("source", help="video, such as shapes:set=easy,seed=7,noise=1.5,frames=300")
    parser.add_argument(
        "--model",
        required=True,
        help=f"model file, or a bundled one: {', '.join(bundled_models())}",
    )
    parser.add_argument("--top-down", default="off", help=f"one of {', '.join(MODES)}")
    parser.add_argument("--out", required=True, type=Path, help="file to write, .csv or .npz")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Show the video to the network and write what its top layer made of it."""
    out: Path = arguments.out
    if out.suffix.lower() not in (".csv", ".npz"):
        raise UserError(f"{out} should end in .csv or .npz.")
    top_down = TopDown.named(arguments.top_down)
    source = open_source(arguments.source)
    model = open_model(arguments.model)
    check_writable(out)
    causes, labels = [], []
    with progress_bar() as report:
        for frame, state in watch(model.network, source, top_down):
            causes.append(state.top_causes)
            labels.append(frame.label)
            report((frame.index + 1) / len(source), f"frame {frame.index + 1}")
    table = np.stack(causes)
    if out.suffix.lower() == ".csv":
        names = [source.classes[label] if label >= 0 else "" for label in labels]
        content = _csv(table.reshape(len(table), -1), names)
    else:
        content = _npz(table, np.array(labels), source.classes)
    with replacing(out) as file:
        file.write(content)
    if arguments.json:
        print_json(
            {
                "source": arguments.source,
                "model": arguments.model,
                "top_down": arguments.top_down,
                "frames": len(table),
                "causes": int(table[0].size),
                "out": str(out),
            }
        )
    else:
        print(
            f"{out}: {table[0].size} causes of {len(table)} frames, top-down {arguments.top_down}."
        )
    return 0


def _csv(causes: np.ndarray, names: list[str]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["frame", *(f"u{d + 1}" for d in range(causes.shape[1])), "label"])
    for index, (row, name) in enumerate(zip(causes, names, strict=True)):
        writer.writerow([index, *(f"{value:.9g}" for value in row), name])
    return text.getvalue().encode()


def _npz(causes: np.ndarray, labels: np.ndarray, classes: tuple[str, ...]) -> bytes:
    content = io.BytesIO()
    np.savez(
        content,
        frame=np.arange(len(causes)),
        causes=causes,
        label=labels,
        classes=np.array(classes, dtype=np.str_),
    )
    return content.getvalue()
