"""What the window shows before the engine is loaded: the network's parameters, the first frame."""

from __future__ import annotations

import numpy as np

from dpcn_app.live.settings import Settings, source_name
from dpcn_app.live.snapshot import Snapshot, Watched
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model


def first_snapshot(settings: Settings) -> Snapshot:
    """Return a snapshot without any inference, which takes no heavy import."""
    model = open_model(settings.model)
    if settings.source:
        return _opening_file(settings, model)
    video = settings.video()
    labels = np.array([video.label(index) for index in range(len(video))])
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


def _opening_file(settings: Settings, model: Model) -> Snapshot:
    """Return a snapshot of a file's first frame; the engine thread opens it again to watch it."""
    from dpcn_app.video.specs import open_source

    source = open_source(settings.source, wait=False)
    try:
        frame, length, shape = source.frame(0), len(source), source.frame_shape
        classes = source.classes
    finally:
        source.close()
    return Snapshot(
        settings=settings,
        network=model.network,
        model=model,
        models=bundled_models(),
        classes=classes,
        labels=np.zeros(0, dtype=int),
        frame=frame,
        views=(),
        playing=True,
        busy=0.0,
        shown_per_second=0.0,
        watched=Watched(source_name(settings.source), length, 0.0, shape, (0, 0, *shape)),
    )
