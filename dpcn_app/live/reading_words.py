"""What a frame is read as and how that was decided, in words; and where the next misread one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcn_app.analysis.readings import NOT_READ, misread, next_misread
from dpcn_app.engine.modes import mode_title
from dpcn_app.errors import UserError
from dpcn_app.live.network_modes import main_mode

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.analysis.decision import Decision
    from dpcn_app.live.snapshot import Snapshot, View


def main_view(snapshot: Snapshot) -> View:
    """Return the view that a comparison is about."""
    main = main_mode(snapshot.settings.modes)
    return next((view for view in snapshot.views if view.mode == main), snapshot.views[0])


def misread_frame(snapshot: Snapshot, steps: int) -> int:
    """Return the next frame that the main mode misreads, or the one before if negative."""
    view = main_view(snapshot)
    if not snapshot.classes:
        raise UserError("This video has no classes, so that no frame can be misread.")
    if snapshot.frame.objects:
        raise UserError("Two shapes at once are no single class that a frame could be misread as.")
    if view.read is None:
        raise UserError("What frames are read as is known once the clean video is inferred.")
    found = next_misread(misread(view.read, snapshot.labels), snapshot.frame.index, steps)
    if (view.read == NOT_READ).all():
        raise UserError(f"{mode_title(view.mode)} reads no frame: none of its top causes is on.")
    if found is None:
        raise UserError(f"{mode_title(view.mode)} misreads no frame.")
    return found


def reading_of(snapshot: Snapshot, view: View) -> str:
    """Return such as 'diamond, read as x'; empty where that is not known."""
    index = snapshot.frame.index
    if view.read is None or view.frames is not None or not 0 <= index < len(view.read):
        return ""
    label, read = int(snapshot.labels[index]), int(view.read[index])
    if read == NOT_READ or label < 0:
        return ""
    true, found = snapshot.classes[label], snapshot.classes[read]
    return f"{true}, read as {found}"


def misreading_of(snapshot: Snapshot) -> str:
    """Return such as 'diamond, read as x' where the main mode misreads the frame; else nothing."""
    if not snapshot.views:
        return ""
    view, index = main_view(snapshot), snapshot.frame.index
    told = reading_of(snapshot, view)
    if not told or view.read is None or view.read[index] == snapshot.labels[index]:
        return ""
    return told


def decision_words(reading: str, decision: Decision | None) -> str:
    """Return how the top layer decided on a frame, in a sentence or two.

    Parameters
    ----------
    reading
        From `reading_of`; may be empty.
    decision
        From `analysis.decision`; None where all top causes are silent.
    """
    begin = f"{reading}: " if reading else ""
    if decision is None:
        return _sentence(f"{begin}no top cause is on")
    words = f"{begin}top cause {decision.winner + 1} won with {decision.strength:.2f}"
    if decision.second is not None:
        words += f" to {decision.second_strength:.2f} of cause {decision.second + 1}"
    if decision.feeding:
        fed = ", ".join(f"{state + 1} ({share:.0%})" for state, share in decision.feeding)
        words += f"; it was fed by states {fed.replace('%', ' %')} of its layer"
    return _sentence(words)


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
