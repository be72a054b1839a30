"""See a Deep Predictive Coding Network think.

As a library: `load_model`, `open_video`, `watch` and `train`, with arrays in and out, and without a
window. Names are imported when they are first used, so that `import dpcn_app` takes no time.

The package is layered; imports point downwards only (``pyproject.toml`` holds the contract):
``cli`` > ``commands``, ``gui``, ``api`` > ``sharing`` > ``lessons`` > ``live`` > ``experiments``,
``benchmarks`` > ``training`` > ``storage`` > ``analysis`` > ``engine``, ``video`` > ``errors``.

Examples
--------
>>> import dpcn_app
>>> seen = dpcn_app.watch("shapes-easy", "shapes:set=easy,seed=7,noise=1.5,frames=150", "both")
>>> print(f"{seen.scores.silhouette:.1f}")  # how well the clusters are apart, −1 to 1
0.9
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpcn_app.analysis.receptive_fields import receptive_fields, state_pictures
    from dpcn_app.analysis.scores import Scores, score
    from dpcn_app.api import load_model, open_video, train, watch
    from dpcn_app.engine.belief import Belief
    from dpcn_app.engine.inference import infer_step
    from dpcn_app.engine.modes import MODES
    from dpcn_app.engine.top_down import TopDown
    from dpcn_app.errors import UserError
    from dpcn_app.experiments.seen_video import SeenVideo
    from dpcn_app.storage.bundled import bundled_models
    from dpcn_app.storage.models import Model, save_model
    from dpcn_app.training.presets import PRESETS, Preset
    from dpcn_app.video.patches import PatchGrid

__version__ = "0.1.0"

__all__ = [
    "MODES",
    "PRESETS",
    "Belief",
    "Model",
    "PatchGrid",
    "Preset",
    "Scores",
    "SeenVideo",
    "TopDown",
    "UserError",
    "bundled_models",
    "infer_step",
    "load_model",
    "open_video",
    "receptive_fields",
    "save_model",
    "score",
    "state_pictures",
    "train",
    "watch",
]

_HOMES = {
    "analysis.receptive_fields": ("receptive_fields", "state_pictures"),
    "analysis.scores": ("Scores", "score"),
    "api": ("load_model", "open_video", "train", "watch"),
    "engine.belief": ("Belief",),
    "engine.inference": ("infer_step",),
    "engine.modes": ("MODES",),
    "engine.top_down": ("TopDown",),
    "errors": ("UserError",),
    "experiments.seen_video": ("SeenVideo",),
    "storage.bundled": ("bundled_models",),
    "storage.models": ("Model", "save_model"),
    "training.presets": ("PRESETS", "Preset"),
    "video.patches": ("PatchGrid",),
}


def __getattr__(name: str) -> Any:
    """Import a public name from the module that it lives in."""
    for home, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all public names, also those not imported yet."""
    return sorted({*globals(), *__all__})
