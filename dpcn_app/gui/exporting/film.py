"""Making a film: every frame is inferred, drawn off-screen and written, one after the other."""

from __future__ import annotations

import os

from dpcn_app.errors import UserError
from dpcn_app.gui.theme import THEMES
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.film_file import writing_film
from dpcn_app.sharing.film_order import FilmOrder
from dpcn_app.sharing.watched_frames import Report, watching
from dpcn_app.storage.atomic import check_writable
from dpcn_app.storage.models import Model
from dpcn_app.video.source import FrameSource

_INFERRING = 0.3  # share of the time until all frames are inferred, about


def make_film(
    order: FilmOrder,
    settings: Settings,
    report: Report,
    model: Model | None = None,
    seen: FrameSource | None = None,
) -> int:
    """Make a film and return the number of its frames; after an error there is no file.

    It draws with a QApplication of its own on no screen, or with the one that is there.

    Parameters
    ----------
    order
        What to show, and how.
    settings, model
        What is watched in which modes, and the network where it is not a bundled one.
    report
        Is told the share done and what is being done; what it raises ends the film.
    seen
        What a camera saw, where the settings name one.
    """
    order.check()
    if order.theme not in THEMES:
        raise UserError(
            f"There is no theme called {order.theme!r}; choose from {', '.join(THEMES)}."
        )
    check_writable(order.out)

    def part(share: float, words: str) -> None:
        report(_INFERRING * share, words)

    with watching(settings, part, model, seen) as video:
        frames = order.frames_of(len(video))
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        # The offscreen platform warns about size hints.
        os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
        from dpcn_app.gui.app import make_application
        from dpcn_app.gui.exporting.film_scene import FilmScene

        _, themes = make_application(order.theme)
        scene = FilmScene(order, themes, video.at(frames[0]))
        try:
            with writing_film(order.out, order.size, order.rate) as add:
                for done, index in enumerate(frames, 1):
                    add(scene.draw(video.at(index)))
                    share = _INFERRING + (1 - _INFERRING) * done / len(frames)
                    report(share, f"frame {done:,} of {len(frames):,}")
        finally:
            scene.close()
    return len(frames)
