"""What the window shows before the engine is loaded: the network's parameters, the first frame."""

from __future__ import annotations

import numpy as np

from dpcn_app.gui.settings import Settings
from dpcn_app.gui.snapshot import Snapshot
from dpcn_app.storage.bundled import bundled_models, open_model


def opening_snapshot(settings: Settings) -> Snapshot:
    """Return a snapshot without any inference, which takes no heavy import."""
    model = open_model(settings.model)
    video = settings.video()
    labels = np.arange(len(video)) // video.config.sequence_length % len(video.classes)
    return Snapshot(
        settings=settings,
        network=model.network,
        model=model,
        models=bundled_models(),
        classes=video.classes,
        labels=labels,
        frame=video.frame(0),
        views=(),
        playing=True,
        busy=0.0,
        shown_per_second=0.0,
    )
