"""What the network makes of a drawing that is shown to it, and where a camera stands, in words."""

from __future__ import annotations

from dpcn_app.engine.modes import mode_title
from dpcn_app.live.network_modes import learnt_set
from dpcn_app.live.reading_words import main_view
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.shapes import SHAPE_SETS

_SILENT = 1.0  # seconds without a picture that are told


def drawing_words(snapshot: Snapshot) -> str:
    """Return what drawings are read as, or what to draw; empty where none are looked for."""
    if not snapshot.video.drawn or not snapshot.views or snapshot.model is None:
        return ""
    if not snapshot.frame.image.any():
        *others, last = SHAPE_SETS[learnt_set(snapshot.model)].shapes
        names = f"{', '.join(f'a {name}' for name in others)} or a {last}".replace("a x", "an x")
        return f"No drawing seen: show {names}, in thick lines on light paper"
    read = {view.mode: view.drawing or "nothing" for view in snapshot.views}
    if len(set(read.values())) > 1:
        told = ", ".join(f"{name} ({mode_title(mode)})" for mode, name in read.items())
    else:
        told = next(iter(read.values())).replace("nothing", "none of its shapes")
    return f"The drawing, read as {told}; it is shown twice, as the network was taught"


def drawn_class(snapshot: Snapshot) -> str:
    """Return the class that the main mode reads a drawing as; empty where it reads none."""
    return main_view(snapshot).drawing if snapshot.views else ""


def camera_words(snapshot: Snapshot) -> str:
    """Return where a camera stands: live, some seconds back, or silent; empty for other videos."""
    camera = snapshot.video.camera
    if camera is None:
        return ""
    if camera.silent > _SILENT:
        return f"no picture for {camera.silent:.0f} s"
    return "live" if camera.live else f"−{camera.behind:.1f} s"
