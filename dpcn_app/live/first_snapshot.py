"""What the window shows before the engine is loaded: the network's parameters, the first frame."""

from __future__ import annotations

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot, VideoView
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import open_source
from dpcn_app.video.still import StillVideo

MOST_SCORED = 3_000
"""Most frames of a scored video in the window, which infers and compares all of them."""

MOST_LABELLED = 100_000
"""Most frames of another video with classes, which the window looks up for every frame."""


def open_settings_video(settings: Settings) -> FrameSource:
    """Open the video that settings name; a long file is looked through in the background.

    A generated video may be too long for the window, though not for the command line. A picture is
    held still for some seconds.
    """
    settings.check()
    video = open_source(settings.source, wait=False, seed=settings.seed)
    most = MOST_SCORED if video.scored else MOST_LABELLED
    if video.classes and len(video) > most:
        raise UserError(
            f"{settings.video_name} has {len(video):,} frames, and the window can show {most:,} "
            "of such a video; name fewer, or use dpcn-app infer."
        )
    if len(video) == 1 and video.indexed >= 1 and not video.classes:
        return StillVideo(video)
    return video


@np.errstate(over="ignore", invalid="ignore")
def first_snapshot(settings: Settings, video: FrameSource | None = None) -> Snapshot:
    """Return a snapshot without inference, which needs no slow import.

    A video that is given stays open, so that the engine can go on with it.
    """
    model = open_model(settings.model)
    opened = open_settings_video(settings) if video is None else video
    try:
        noise = Noise(settings.noise_kind, settings.noise, settings.seed)
        shape, length = opened.frame_shape, len(opened)
        labelled = range(length) if opened.scored else ()
        return Snapshot(
            settings=settings,
            network=model.network,
            model=model,
            models=bundled_models(),
            video=VideoView(
                name=settings.video_name,
                length=length,
                shape=shape,
                region=(0, 0, *shape),
                scored=opened.scored,
                indexed=1.0 if opened.scored else 0.0,
            ),
            classes=opened.classes,
            labels=np.array([opened.label(index) for index in labelled], dtype=int),
            frame=with_noise(opened, noise).frame(0),
            views=(),
            playing=True,
            busy=0.0,
            shown_per_second=0.0,
        )
    finally:
        if video is None:
            opened.close()
