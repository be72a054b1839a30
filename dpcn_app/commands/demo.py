"""`dpcn-app` without a window: the demonstration in numbers, on a bundled network."""

from __future__ import annotations

import argparse

from rich.table import Table

from dpcn_app.commands.terminal import Results
from dpcn_app.experiments.shapes import CONDITIONS, examine_shapes, fresh_video
from dpcn_app.storage.bundled import open_model


def run(_: argparse.Namespace) -> int:
    """Show noisy shapes to the bundled network, bottom-up and top-down, and print the scores."""
    model = open_model("shapes-easy")
    tested = examine_shapes(model.network, fresh_video("easy", 1.5, model.seed), model.seed)
    table = Table(title="A trained network watches 300 frames of noisy bouncing shapes")
    table.add_column("its top causes")
    table.add_column("k-means accuracy", justify="right")
    table.add_column("silhouette", justify="right")
    for condition in CONDITIONS:
        scores = tested.scores[condition]
        table.add_row(
            condition.replace("_", " "), f"{scores.kmeans:.2f}", f"{scores.silhouette:.2f}"
        )
    console = Results()
    console.print(table)
    console.print("With top-down inference the causes of noisy frames fall into clusters.")
    console.print("See dpcn-app --help for what else can be done.", highlight=False)
    return 0
