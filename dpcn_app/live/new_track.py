"""Which track suits a video: one that infers frames at once, or one for large frames."""

from __future__ import annotations

from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.live.input_video import InputVideo
from dpcn_app.live.known_results import KnownResults, KnownRun
from dpcn_app.live.large_track import LargeTrack
from dpcn_app.live.track import UNITS_AT_ONCE, Track


def new_track(video: InputVideo, top_down: TopDown, known: KnownResults) -> Track:
    """Return a track of a video, as the network sees it, with what is known of it in advance."""
    if video.seen.scored or video.grid.units <= UNITS_AT_ONCE:
        return _small_track(video, top_down, known.run(top_down))
    shrunk = video.shrunk()
    return LargeTrack(
        video.network,
        video.seen,
        video.grid,
        top_down,
        coarse=_small_track(shrunk, top_down),
        coarse_source=shrunk.seen,
    )


def clean_track(video: InputVideo, known: KnownResults) -> Track:
    """Return the track of a video without its noise, bottom-up."""
    return _small_track(video, OFF, known.run(OFF, clean=True), clean=True)


def _small_track(
    video: InputVideo, top_down: TopDown, known: KnownRun | None = None, *, clean: bool = False
) -> Track:
    live, network, grid = not video.seen.scored, video.network, video.grid
    return Track(network, video.seen, grid, top_down, clean=clean, live=live, known=known)
