"""The first pages of a handout: some frames, the clouds of all modes, and their scores."""

from __future__ import annotations

import numpy as np

from dpcn_app.live.measures import written
from dpcn_app.sharing.cloud_figure import draw_cloud, draw_legend
from dpcn_app.sharing.recording import Pictures, Recording
from dpcn_app.sharing.sheet_page import GREY, LEFT, LINE, RIGHT, FigureNumbers, SheetPage

_SHOWN = 7  # frames
_NAMES = 24.0  # width of what stands left of the pictures, in millimetres
_GAP = 1.2
_ACROSS = 3  # clouds side by side
_TALLEST, _ALONE = 95.0, 225.0  # height of all pictures, beside clouds and scores and without
_ROW = 5.2  # height of a line of the table
_CLOUD_WORDS, _SCORE_WORDS = 20.0, 40.0  # height of what is written about clouds and scores


def demonstration_pages(recording: Recording, numbers: FigureNumbers) -> list[SheetPage]:
    """Return the pages that show what was seen and believed."""
    page = SheetPage(f"{recording.model} watches {recording.video}", _subtitle(recording))
    _draw_strip(page, recording, numbers)
    pages = [page]
    lines = -(-len(recording.modes) // _ACROSS)
    if lines * _cloud_height() + _CLOUD_WORDS > page.left:
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
    shown = np.unique(np.linspace(0, len(recording.input) - 1, _SHOWN + 1).astype(int))[1:]
    shown = shown if len(shown) else np.array([0])
    height, width = recording.input.shape[1:]
    room = (RIGHT - LEFT - _NAMES) / len(shown) - _GAP
    tallest = _TALLEST if len(recording.modes) <= _ACROSS else _ALONE
    side = min(room, 40.0, (tallest / len(rows) - _GAP) * width / height)
    high = side * height / width
    for column, index in enumerate(shown):
        left = LEFT + _NAMES + column * (side + _GAP)
        page.write(left + side / 2, page.at, _frame_words(recording, index), 6.5, align="center")
    page.at += 3.6
    for name, pictures in rows.items():
        words, size = _in_two(name), 7.5
        page.write(LEFT, page.at + high / 2 - 1.6 * (1 + words.count("\n")), words, size)
        for column, index in enumerate(shown):
            left = LEFT + _NAMES + column * (side + _GAP)
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


def _cloud_side() -> float:
    return (RIGHT - LEFT) / _ACROSS


def _cloud_height() -> float:
    return _cloud_side() + 5.0


def _draw_clouds(page: SheetPage, recording: Recording, numbers: FigureNumbers) -> None:
    side = _cloud_side()
    if recording.classes:
        draw_legend(page.axes(LEFT, page.at, RIGHT - LEFT, 5.0), recording.classes)
        page.at += 6.0
    for index, mode in enumerate(recording.modes):
        row, column = divmod(index, _ACROSS)
        left, top = LEFT + column * side, page.at + row * _cloud_height()
        page.write(left + side / 2, top, mode.title, 9.5, weight="bold", align="center")
        axes = page.axes(left, top + 4.0, side, side)
        draw_cloud(axes, mode.own, mode.causes, recording.labels, mode.misread, recording.classes)
    page.at += -(-len(recording.modes) // _ACROSS) * _cloud_height() + 1.0
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
            "There are no scores: they compare the causes with classes, and this video has none."
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
