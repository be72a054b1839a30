"""The first pages of a handout: some frames, the clouds of all modes, and their scores."""

from __future__ import annotations

import numpy as np

from dpcn_app.live.measures import written
from dpcn_app.sharing.cloud_figure import draw_cloud, draw_legend
from dpcn_app.sharing.recording import Pictures, Recording
from dpcn_app.sharing.sheet_page import GREY, LEFT, LINE, RIGHT, FigureNumbers, SheetPage

_FEWEST, _MOST = 4, 10  # frames that are shown
_NAMES = 24.0  # width of what stands left of the pictures, in millimetres
_GAP = 1.2
_FEW, _MANY = 3, 9  # clouds that stand beside the pictures; more than these stand closer together
_TALLEST, _ALONE = 90.0, 225.0  # height of all pictures, beside clouds and scores and without
_ROW, _TITLE = 5.2, 5.0  # height of a line of the table, and of the title of a cloud
_CLOUD_WORDS, _SCORE_WORDS = 20.0, 38.0  # height of what is written about clouds and scores


def demonstration_pages(recording: Recording, numbers: FigureNumbers) -> list[SheetPage]:
    """Return the pages that show what was seen and believed."""
    page = SheetPage(f"{recording.model} watches {recording.video}", _subtitle(recording))
    _draw_strip(page, recording, numbers)
    pages = [page]
    if _clouds_height(recording) + _CLOUD_WORDS > page.left:
        page = SheetPage("Causes", _subtitle(recording))
        pages.append(page)
    _draw_clouds(page, recording, numbers)
    if (len(recording.modes) + 1) * _ROW + _SCORE_WORDS > page.left:
        page = SheetPage("Scores", _subtitle(recording))
        pages.append(page)
    _draw_scores(page, recording, numbers)
    return pages


def _subtitle(recording: Recording) -> str:
    noise = recording.noise or "no noise"
    seed = f", seed {recording.seed}" if recording.noise or recording.classes else ""
    return f"{noise}{seed} · {len(recording.input):,} frames"


# --- pictures -------------------------------------------------------------------------------------


def _draw_strip(page: SheetPage, recording: Recording, numbers: FigureNumbers) -> None:
    """Draw some frames with what each mode makes of them, a row each."""
    rows: dict[str, Pictures] = {"Input": recording.input}
    if recording.clean is not None:
        rows["Clean"] = recording.clean
    rows |= {mode.title: mode.pictures for mode in recording.modes}
    height, width = recording.input.shape[1:]
    tallest = _TALLEST if len(recording.modes) <= _FEW else _ALONE
    side = (tallest / len(rows) - _GAP) * width / height
    room = RIGHT - LEFT - _NAMES
    count = min(max(int((room + _GAP) / (side + _GAP)), _FEWEST), _MOST)
    side = min(side, (room + _GAP) / count - _GAP)
    shown = np.unique(np.linspace(0, len(recording.input) - 1, count + 1).astype(int))[1:]
    high = side * height / width
    begin = RIGHT + _GAP - len(shown) * (side + _GAP)  # they end where all else does
    for column, index in enumerate(shown):
        left = begin + column * (side + _GAP)
        page.write(left + side / 2, page.at, _frame_words(recording, index), 6.5, align="center")
    page.at += 3.6
    for name, pictures in rows.items():
        words, size = _in_two(name), 7.5
        page.write(LEFT, page.at + high / 2 - 1.6 * (1 + words.count("\n")), words, size)
        for column, index in enumerate(shown):
            left = begin + column * (side + _GAP)
            axes = page.axes(left, page.at, side, high)
            axes.imshow(pictures[index], cmap="gray", vmin=0, vmax=255, interpolation="nearest")
            axes.set(xticks=[], yticks=[])
            for spine in axes.spines.values():
                spine.set(color=LINE, linewidth=0.4)
        page.at += high + _GAP
    page.at += 1.5
    page.caption(
        f"{numbers.next()} What the network sees (Input)"
        + (", the same without noise (Clean)" if recording.clean is not None else "")
        + " and its reconstruction C x in each mode, at "
        f"{len(shown)} frames spread over the video."
    )


def _frame_words(recording: Recording, index: int) -> str:
    label = int(recording.labels[index])
    name = f" · {recording.classes[label]}" if 0 <= label < len(recording.classes) else ""
    return f"{index + 1}{name}"


def _in_two(words: str) -> str:
    """Return a long name in two lines."""
    if len(words) <= 15 or " " not in words:
        return words
    middle = min(
        (at for at, letter in enumerate(words) if letter == " "),
        key=lambda at: abs(at - len(words) / 2),
    )
    return f"{words[:middle]}\n{words[middle + 1 :]}"


# --- clouds ---------------------------------------------------------------------------------------


def _across(recording: Recording) -> int:
    """Return how many clouds stand side by side."""
    return 3 if len(recording.modes) <= _MANY else 4


def _cloud_side(recording: Recording) -> float:
    return (RIGHT - LEFT) / _across(recording)


def _clouds_height(recording: Recording) -> float:
    """Return the height of all clouds with their titles."""
    lines = -(-len(recording.modes) // _across(recording))
    return lines * (_cloud_side(recording) + _TITLE)


def _draw_clouds(page: SheetPage, recording: Recording, numbers: FigureNumbers) -> None:
    across, side = _across(recording), _cloud_side(recording)
    if recording.classes:
        draw_legend(page.axes(LEFT, page.at, RIGHT - LEFT, 5.0), recording.classes)
        page.at += 6.0
    for index, mode in enumerate(recording.modes):
        row, column = divmod(index, across)
        left, top = LEFT + column * side, page.at + row * (side + _TITLE)
        page.write(left + side / 2, top, mode.title, 9.5, weight="bold", align="center")
        axes = page.axes(left, top + 4.0, side, side)
        draw_cloud(axes, mode.own, mode.causes, recording.labels, mode.misread, recording.classes)
    page.at += _clouds_height(recording) + 1.0
    note = recording.modes[0].own.note
    page.caption(
        f"{numbers.next()} Causes of the top layer, a marker for each frame"
        + (f"; {note}" if note else "")
        + ". Every cloud fills axes of its own, whose last values stand beside their names."
    )


# --- scores ---------------------------------------------------------------------------------------


def _draw_scores(page: SheetPage, recording: Recording, numbers: FigureNumbers) -> None:
    names = list(dict.fromkeys(name for mode in recording.modes for name in mode.numbers))
    if not names:
        page.paragraph(
            "There are no scores: of bouncing shapes alone all frames are inferred and compared "
            "with their classes."
        )
        return
    first = 46.0
    step = (RIGHT - LEFT - first) / len(names)
    top = page.at
    for column, name in enumerate(names, 1):
        page.write(LEFT + first + column * step, top, name, 8.0, colour=GREY, align="right")
    page.at += _ROW
    for mode in recording.modes:
        rule = page.axes(LEFT, page.at - 1.2, RIGHT - LEFT, 0.1)
        rule.set_axis_off()
        rule.axhline(0, color=LINE, lw=0.5)
        page.write(LEFT, page.at, mode.title, 9.0)
        for column, name in enumerate(names, 1):
            value = written(mode.numbers.get(name))
            page.write(LEFT + first + column * step, page.at, value, 9.0, align="right")
        page.at += _ROW
    page.at += 1.0
    table = f"{numbers.next()} Scores over all {len(recording.input):,} frames. {_MEANINGS}"
    page.caption(table)
    for words in dict.fromkeys(mode.verdict for mode in recording.modes if mode.verdict):
        page.paragraph(words)
        page.at += 1.0


_MEANINGS = (
    "accuracy: frames that k-means puts into their class; nearest: frames nearest to the middle of "
    "their class in the clean video; tightness: mean silhouette. noise: mean reconstruction where "
    "noise alone is; shape: mean reconstruction where the shape is; overlap: of the reconstruction "
    "with the clean shape. 1 is best, but for noise, where 0 is."
)
