"""The later pages of a handout: the network, its training, atoms, fields and transitions."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from dpcn_app.analysis.palette import COLOURS
from dpcn_app.analysis.receptive_fields import Picture, receptive_fields, state_pictures
from dpcn_app.analysis.transition_weights import own_weight, successors
from dpcn_app.experiments.natural_figures import mosaic
from dpcn_app.sharing.sheet_page import GREY, LEFT, LINE, RIGHT, FigureNumbers, SheetPage
from dpcn_app.storage.models import Model
from dpcn_app.training.curves import Curves, kept_curves

_MOST_CAUSES = 400  # whose fields are drawn
_SHOWN, _SUCCESSORS = 12, 5  # atoms whose successors are drawn, and how many of these
_WIDE = RIGHT - LEFT
_TERMS = {
    "reconstruction": "reconstruction",
    "transition": "transition",
    "state_sparsity": "state sparsity",
    "cause_sparsity": "cause sparsity",
    "top_down": "coherence",
}
_NO_CURVES = (
    "There are no training curves: this network's file keeps none. Networks that are trained from "
    "now on, in the window or with dpcn-app train, keep theirs."
)


def network_pages(name: str, model: Model, numbers: FigureNumbers) -> list[SheetPage]:
    """Return the pages that show what a network has learnt."""
    first = SheetPage(f"The network {name}", _about(model))
    _draw_facts(first, model)
    _draw_training(first, kept_curves(model.recipe), numbers)
    pages = [first]
    _draw_atoms(_with_room(pages, name, 70), model, numbers)
    for layer in range(model.network.spec.depth):
        _draw_fields(_with_room(pages, name, 75), model, layer, numbers)
    _draw_transitions(_with_room(pages, name, 130), model, numbers)
    return pages


def _with_room(pages: list[SheetPage], name: str, height: float) -> SheetPage:
    """Return the last page where it has room for a part of some height, else a new one."""
    if pages[-1].left < height:
        pages.append(SheetPage(f"What {name} has learnt"))
    return pages[-1]


# --- facts ----------------------------------------------------------------------------------------


def _about(model: Model) -> str:
    frames = model.recipe.get("frames")
    length = f" on {frames:,} frames" if isinstance(frames, int) else ""
    trained = f"trained with the preset {model.preset}{length}, " if model.preset else "trained "
    return f"{trained}seed {model.seed}"


def _draw_facts(page: SheetPage, model: Model) -> None:
    spec = model.network.spec
    height, width = spec.frame_shape
    words = [
        f"Frames of {width}×{height} pixels are cut into patches of {spec.patch}×{spec.patch}."
    ]
    for number, layer in enumerate(spec.layers, 1):
        words.append(
            f"Layer {number}: {layer.states} states for each of {layer.group} inputs of a group, "
            f"{layer.causes} causes for a group; λ {layer.transition_weight:g}, "
            f"γ₀ {layer.sparsity:g}, β {layer.cause_sparsity:g}."
        )
    for line in words:
        page.paragraph(line)
    page.at += 4.0


# --- training -------------------------------------------------------------------------------------


def _draw_training(page: SheetPage, curves: Curves | None, numbers: FigureNumbers) -> None:
    """Draw the curves of a training, or say that there are none."""
    if curves is None:
        page.paragraph(_NO_CURVES)
        page.at += 5.0
        return
    terms = {
        _TERMS.get(name, name): values
        for name, values in curves.energy.items()
        if np.nan_to_num(values).any()
    }
    shares = {"states": curves.active_states, "causes": curves.active_causes}
    changes = {f"{name}": values for name, values in curves.change.items()}
    charts = (
        ("energy, mean per group", terms, False),
        ("share that is not zero", shares, False),
        ("‖Δ‖ / ‖·‖ per step", changes, True),
    )
    gap, high = 15.0, 46.0
    wide = (_WIDE - 2 * gap - 8.0) / 3
    for column, (title, lines, logarithmic) in enumerate(charts):
        axes = page.axes(LEFT + 8.0 + column * (wide + gap), page.at + 4.0, wide, high)
        _draw_lines(axes, curves, lines)
        if logarithmic:
            axes.set_yscale("log")
        axes.set_title(title, fontsize=7.5, loc="left", color=GREY)
    page.at += high + 14.0
    since = " since it was resumed" if curves.resumed else ""
    page.caption(
        f"{numbers.next()} The training step by step{since}: the terms of the energy, how many "
        "states and causes are active, and how far A, B and C change. Layers are learnt one after "
        "the other; dashed lines tell where the next begins."
    )


def _draw_lines(axes: Axes, curves: Curves, lines: dict[str, np.ndarray]) -> None:
    for colour, (name, values) in zip(COLOURS, lines.items(), strict=False):
        axes.plot(curves.steps, values, lw=0.9, color=colour, label=name)
    for row in np.flatnonzero(np.diff(curves.layers)) + 1:
        axes.axvline(curves.steps[row], color=GREY, lw=0.6, ls="--")
    axes.set_xlabel("training step", fontsize=7)
    axes.tick_params(labelsize=6.5, width=0.5, length=2)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.legend(fontsize=6, frameon=False, loc="best")


# --- what was learnt ------------------------------------------------------------------------------


def _draw_atoms(page: SheetPage, model: Model, numbers: FigureNumbers) -> None:
    spec, atoms = model.network.spec, state_pictures(model.network, 0)
    height = min(page.left - 14, 95.0)
    _draw_mosaic(page, atoms, height)
    page.caption(
        f"{numbers.next()} Dictionary: the {len(atoms)} atoms of layer 1, the columns of C, each "
        f"{spec.patch}×{spec.patch} pixels. Middle grey is 0; each has a contrast of its own."
    )


def _draw_fields(page: SheetPage, model: Model, layer: int, numbers: FigureNumbers) -> None:
    fields = receptive_fields(model.network, layer)
    shown = fields[:_MOST_CAUSES]
    _draw_mosaic(page, shown, min(page.left - 18, 80.0 if len(shown) > 12 else 42.0))
    some = "" if len(shown) == len(fields) else f" The first {len(shown)} are shown."
    page.caption(
        f"{numbers.next()} What each of the {len(fields)} causes of layer {layer + 1} stands for: "
        "the first principal component of the pictures of the states that its column of B expects, "
        f"at all places of its group.{some}"
    )


def _draw_transitions(page: SheetPage, model: Model, numbers: FigureNumbers) -> None:
    """Draw A of every layer as a matrix, and atoms with what follows them most."""
    layers, side = model.network.layers, 52.0
    for index, layer in enumerate(layers[:3]):
        axes = page.axes(LEFT + index * (side + 9.0), page.at + 4.0, side, side)
        limit = float(np.abs(layer.A).max()) or 1.0
        axes.imshow(layer.A, cmap="RdBu_r", vmin=-limit, vmax=limit, interpolation="nearest")
        axes.set(xticks=[], yticks=[])
        for spine in axes.spines.values():
            spine.set(color=LINE, linewidth=0.4)
        axes.set_title(f"A of layer {index + 1}, ±{limit:.2g}", fontsize=7.5, color=GREY)
    page.at += side + 6.0
    own = own_weight(layers[0].A)
    page.caption(
        f"{numbers.next()} Transitions A: a column for a state at t−1, a row for one at t; red is "
        f"positive, blue negative. In layer 1 a state keeps {own.mean:.2f} of itself on average, "
        f"and {100 * own.others:.0f} % of all weights lead to other states."
    )
    atoms, first = state_pictures(model.network, 0), layers[0]
    beside = np.abs(first.A) * (1 - np.eye(len(atoms)))
    lead = beside.max(axis=0)
    shown = np.argsort(-lead, kind="stable")[:_SHOWN]
    rows = [_followed(atoms, model, int(atom)) for atom in shown]
    half = -(-len(rows) // 2)
    height = min(page.left - 12, 60.0)
    for column, some in enumerate((rows[:half], rows[half:])):
        if some:
            sheet = mosaic(np.concatenate(some), _SUCCESSORS + 1)
            width = min(height * sheet.shape[1] / sheet.shape[0], _WIDE / 2 - 4)
            _show(page.axes(LEFT + column * (width + 9.0), page.at, width, height), sheet)
    page.at += height + 2.0
    page.caption(
        f"{numbers.next()} Left in each row an atom at t−1, beside it the {_SUCCESSORS} other "
        "atoms that it predicts most at t, strongest first, with the signs of their weights: the "
        f"{len(shown)} atoms whose strongest successor has the largest weight."
    )


def _followed(atoms: Picture, model: Model, atom: int) -> Picture:
    """Return an atom and its successors, with gaps where it has fewer."""
    following = [
        atoms[index] * np.sign(weight)
        for index, weight in successors(model.network.layers[0], atom, _SUCCESSORS)
        if weight
    ]
    found = np.stack([atoms[atom], *following])
    missing = _SUCCESSORS + 1 - len(found)
    return np.pad(found, ((0, missing), (0, 0), (0, 0)), constant_values=np.nan)


def _draw_mosaic(page: SheetPage, pictures: Picture, height: float) -> None:
    """Draw pictures in as many columns as fill a box of the page's width and some height."""
    count, high, wide = pictures.shape
    columns = int(np.ceil(np.sqrt(count * _WIDE / height * high / wide)))
    # Of some numbers that are about right, the one that leaves the fewest gaps at the end.
    columns = min(range(columns, columns + 4), key=lambda each: (-count % each, each))
    columns = min(columns, count)
    sheet = mosaic(pictures, columns)
    width = min(_WIDE, height * sheet.shape[1] / sheet.shape[0])
    tall = width * sheet.shape[0] / sheet.shape[1]
    _show(page.axes(LEFT, page.at, width, tall), sheet)
    page.at += tall + 2.0


def _show(axes: Axes, sheet: Picture) -> None:
    """Draw a mosaic in greys; what is between the pictures stays white."""
    colours = matplotlib.colormaps["gray"].with_extremes(bad="white")
    axes.imshow(sheet, cmap=colours, vmin=-1, vmax=1, interpolation="nearest", aspect="equal")
    axes.set_axis_off()
    axes.set_anchor("NW")
