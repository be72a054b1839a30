"""How well A foretells videos that move and videos that mostly stand still.

    python -m tests.measurements.transitions [--seeds 2,3,4] VIDEO ...

Layer 1 of the bundled network `natural` learns A anew from every video, as its training does, and
foretells frames that were held out, beside A = I and the best diagonal matrix. A video is
`photographs` (each moves its own way), `directed` (all of them one way) or a film, such as
build/films/street.mp4.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from threadpoolctl import threadpool_limits

from dpcn_app.experiments.motion import learn_transition, score_motion
from dpcn_app.experiments.natural import directed_streams, streams
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.fields_of_view import FieldsOfView
from dpcn_app.training.presets import preset
from dpcn_app.video.source_spec import open_source

MATRICES = ("learnt", "identity", "diagonal")


def watched(video: str, seed: int) -> tuple[FieldsOfView, FieldsOfView]:
    """Return windows to learn from and windows that were held out."""
    recipe = preset("natural")
    if video == "directed":
        own = streams(recipe, recipe.frames, seed, None)[0].preprocessing
        return directed_streams(recipe.network, own, seed)
    source = None if video == "photographs" else open_source(video)
    return streams(recipe, recipe.frames, seed, source)


def main() -> None:
    """Print a line for each video and seed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("videos", nargs="+")
    parser.add_argument("--seeds", default="2,3,4")
    asked = parser.parse_args()
    network = open_model("natural").network
    print("video, seed: R² of A / I / best diagonal; energy of A / I / best diagonal")
    for video in asked.videos:
        for seed in map(int, asked.seeds.split(",")):
            with threadpool_limits(1):
                shown, held = watched(video, seed)
                layer = learn_transition(network.layers[0], shown, seed)
                motion, energies = score_motion(layer, network.spec.patch, shown, held)
            r2 = " / ".join(f"{getattr(motion, name).r2:.4f}" for name in MATRICES)
            energy = " / ".join(f"{energies[name]:.2f}" for name in MATRICES)
            print(f"{Path(video).stem}, seed {seed}: {r2}; {energy}", flush=True)


if __name__ == "__main__":
    main()
