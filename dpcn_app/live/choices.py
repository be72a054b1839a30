"""The user's choices as functions: each takes the settings and returns the changed settings.

Keys, menus and controls all call these functions, so that a choice means the same wherever it is
made. The argument `parts` always names the parts of the extended prior that the network in use
knows (see `known_parts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from dpcn_app.engine.modes import (
    MODES_IN_TURN,
    PARTS,
    belief_in,
    believing,
    has_parts,
    mode_and_parts,
)
from dpcn_app.live.belief_words import mixed_classes
from dpcn_app.live.network_modes import knows_mode, main_mode, parts_of
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, SPEEDS, Settings, shapes_source
from dpcn_app.video.context_shapes import has_quadrants
from dpcn_app.video.edition import edition_of
from dpcn_app.video.noise import NOISE_KINDS
from dpcn_app.video.preprocess import WHOLE
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source_spec import CAMERA, FILE, PHOTOGRAPHS, SHAPES, SourceSpec, source_kind
from dpcn_app.video.strokes import Stroke, extended

NATURAL_NETWORK = "natural"
"""The bundled network for natural scenes."""

_SHAPES_NETWORKS = {f"shapes-{name}": name for name in SHAPE_SETS}

# --- modes ----------------------------------------------------------------------------------------


def choose_mode(settings: Settings, mode: str) -> Settings:
    """Choose a mode; in a comparison it replaces the main mode."""
    modes = settings.modes
    if len(modes) == 1:
        return replace(settings, modes=(mode,))
    if mode in modes:
        return settings
    main = main_mode(modes)
    return replace(settings, modes=tuple(mode if each == main else each for each in modes))


def next_mode(settings: Settings, parts: str, steps: int = 1) -> Settings:
    """Choose the next mode that the network knows; negative steps go backwards.

    A belief goes on being held, where the mode has anything that acts from above.
    """
    current = main_mode(settings.modes)
    known = [mode for mode in MODES_IN_TURN if knows_mode(mode, parts)]
    near = believing(current, "")
    near = near if near in known else mode_and_parts(current)[0].name
    at = known.index(near) if near in known else 0
    turn = [known[(at + steps * each) % len(known)] for each in range(1, len(known))]
    turn = [_as_told(mode, belief_in(current)) for mode in turn]
    others = tuple(mode for mode in settings.modes if mode != current)
    return choose_mode(settings, next((mode for mode in turn if mode not in others), current))


def switch_part(settings: Settings, parts: str, part: str, on: bool) -> Settings:
    """Switch a part of the extended prior on or off; with no part left, infer bottom-up."""
    mode = main_mode(settings.modes)
    kind = mode_and_parts(mode)[0].name if has_parts(mode) else "prior"
    used = set(parts_of(mode, parts))
    used = used | {part} if on else used - {part}
    chosen = "+".join(each for each in PARTS if each in used)
    if not chosen:
        return choose_mode(settings, "off")
    named = kind if chosen == parts else f"{kind}:{chosen}"
    return choose_mode(settings, believing(named, belief_in(mode)))


def toggle_top_down(settings: Settings) -> Settings:
    """Switch the paper's top-down inference on or off.

    This ends a comparison: top-down is shown alone, or bottom-up if top-down came first.
    """
    modes = settings.modes
    on = modes[0] != "both" if len(modes) > 1 else modes[0] == "off"
    return replace(settings, modes=("both" if on else "off",))


def toggle_prior(settings: Settings) -> Settings:
    """Switch the extended prior on or off; a comparison then shows it beside bottom-up."""
    modes = settings.modes
    if len(modes) > 1:
        return replace(settings, modes=("off", "prior"))
    return replace(settings, modes=("off" if _is_prior(modes[0]) else "prior",))


def toggle_compare(settings: Settings) -> Settings:
    """Compare bottom-up with the mode shown, or end a comparison and show its main mode.

    If bottom-up is shown, it is compared with top-down.
    """
    modes = settings.modes
    if len(modes) > 1:
        return replace(settings, modes=(main_mode(modes),))
    return replace(settings, modes=("off", modes[0] if modes[0] != "off" else "both"))


def show_side_by_side(settings: Settings, chosen: Sequence[str]) -> Settings:
    """Show some modes side by side, those shown already first; bottom-up if none is chosen."""
    kept = tuple(mode for mode in settings.modes if mode in chosen)
    modes = (*kept, *(mode for mode in chosen if mode not in kept))
    return replace(settings, modes=modes or ("off",))


def _is_prior(mode: str) -> bool:
    return mode_and_parts(mode)[0].name == "prior"


# --- beliefs --------------------------------------------------------------------------------------


def hold_belief(settings: Settings, parts: str, belief: str) -> Settings:
    """Tell the network what to look for, in the main mode; telling it again lets go.

    A mode in which nothing acts from above is replaced by the extended prior, where the network
    knows it, and else by top-down.
    """
    main = main_mode(settings.modes)
    if belief_in(main) == belief:
        return let_go(settings)
    return choose_mode(settings, believing(_from_above(main, parts), belief))


def let_go(settings: Settings) -> Settings:
    """Hold no belief in any mode."""
    free = (believing(mode, "") for mode in settings.modes)
    return replace(settings, modes=tuple(dict.fromkeys(free)))


def compare_beliefs(settings: Settings, parts: str, beliefs: Sequence[str]) -> Settings:
    """Show the main mode left alone beside the same mode under each belief, or end that."""
    mode = believing(_from_above(main_mode(settings.modes), parts), "")
    modes = (mode, *(believing(mode, belief) for belief in beliefs))
    return replace(settings, modes=(mode,) if settings.modes == modes else modes)


def _from_above(mode: str, parts: str) -> str:
    """Return a mode, or another where nothing in it acts from above."""
    if mode_and_parts(mode)[0].top_down:
        return mode
    return "prior" if parts else "both"


def _as_told(mode: str, belief: str) -> str:
    return believing(mode, belief) if mode_and_parts(mode)[0].top_down else mode


# --- eyes -----------------------------------------------------------------------------------------


def toggle_eyes(settings: Settings, frame: int) -> Settings:
    """Close the network's eyes from a frame on, or open them again; the first frame is seen."""
    return replace(settings, closed=max(frame, 1) if settings.closed < 0 else -1)


# --- playing --------------------------------------------------------------------------------------


def change_speed(settings: Settings, steps: int) -> Settings:
    """Choose the speed some steps faster, or slower if negative."""
    index = SPEEDS.index(settings.speed) + steps
    return replace(settings, speed=SPEEDS[max(0, min(index, len(SPEEDS) - 1))])


# --- noise ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NoiseMemory:
    """Amounts of noise to return to: the last one above 0, and the last one on shapes."""

    last: float = NOISE_KINDS["structured"].usual
    on_shapes: float = NOISE_KINDS["structured"].usual

    def after(self, settings: Settings) -> NoiseMemory:
        """Return what to remember once these settings are in use."""
        last = settings.noise if settings.noise > 0 else self.last
        on_shapes = settings.noise if settings.source_kind == SHAPES else self.on_shapes
        return NoiseMemory(last, on_shapes)


def toggle_noise(settings: Settings, memory: NoiseMemory) -> Settings:
    """Switch the noise off, or on again with the last amount."""
    usual = min(memory.last, NOISE_KINDS[settings.noise_kind].largest)
    return replace(settings, noise=0.0 if settings.noise > 0 else usual)


def choose_noise(settings: Settings, kind: str) -> Settings:
    """Choose another kind of noise, in its usual amount."""
    return replace(settings, noise_kind=kind, noise=NOISE_KINDS[kind].usual)


# --- video and network ----------------------------------------------------------------------------


def suitable_network(source: str) -> str:
    """Return the bundled network that suits a video."""
    if source_kind(source) != SHAPES:
        return NATURAL_NETWORK
    return f"shapes-{SourceSpec.parse(source).given.get('set', 'easy')}"


def open_with(source: str) -> Settings:
    """Return the first settings for a video that is named when the app starts."""
    return watch_video(Settings(), source)


def watch_video(settings: Settings, source: str, learnt_shapes: bool = False) -> Settings:
    """Watch a video, with the noise that its text names: all of it, in a size that plays smoothly.

    A network for shapes, bundled or with `learnt_shapes`, is replaced by the bundled one for
    natural scenes, and by the one that suits them for other shapes; any other network stays. It
    also stays for a camera, to which drawings can be shown, and from one drawing to the next. The
    network for natural scenes has no extended prior, so that top-down replaces it. What was
    believed of another video is let go, and the eyes are open. A file that has changed since it was
    opened is another video; in a folder, pictures must have come or gone for that.
    """
    settings = let_go(settings)
    spec = SourceSpec.parse(source)
    given = dict(spec.given)
    noise = given.pop("noise", 0.0)
    seed = given.pop("seed", settings.seed) if spec.kind == SHAPES else settings.seed
    source = replace(spec, given=given).text
    model, modes = settings.model, settings.modes
    bundled = model in _SHAPES_NETWORKS
    if spec.kind == SHAPES:
        if bundled and settings.source_kind == SHAPES:
            model = suitable_network(source)
    elif (bundled or learnt_shapes) and not _goes_on_drawing(settings, spec):
        model, modes = NATURAL_NETWORK, _without_prior(modes)
    return replace(
        settings,
        source=source,
        edition=edition_of(source) if spec.kind == FILE else None,
        model=model,
        modes=modes,
        noise_kind="structured" if spec.kind == SHAPES else settings.noise_kind,
        noise=noise,
        seed=seed,
        region=WHOLE,
        scale=0.0,
        closed=-1,
    )


def _goes_on_drawing(settings: Settings, spec: SourceSpec) -> bool:
    """Whether a network for shapes can stay: another drawing follows, or the same video again."""
    if spec.text == settings.source or spec.kind == CAMERA:
        return True
    return spec.shows_paper and SourceSpec.parse(settings.source).shows_paper


def fit_frame(settings: Settings) -> Settings:
    """Look at the region that suits the network: its own, or a whole frame that plays smoothly."""
    return replace(settings, region=WHOLE, scale=0.0)


def watch_shapes(settings: Settings, shape_set: str, memory: NoiseMemory) -> Settings:
    """Watch a set of shapes, with the bundled network that was trained on it; let beliefs go.

    After two shapes at once the noise comes back. The eyes are open.
    """
    settings = replace(let_go(settings), closed=-1)
    if mixed_classes(settings):
        source = SourceSpec.parse(settings.source)
        given = {
            name: value for name, value in source.given.items() if name not in ("mix", "around")
        }
        noise = settings.noise or memory.last
        settings = replace(settings, source=replace(source, given=given).text, noise=noise)
    own = (*_SHAPES_NETWORKS, NATURAL_NETWORK)
    model = f"shapes-{shape_set}" if settings.model in own else settings.model
    if settings.source_kind == SHAPES:
        given = dict(SourceSpec.parse(settings.source).given) | {"set": shape_set}
        given.pop("size", None)  # the set has its own
        return replace(settings, source=SourceSpec(SHAPES, given=given).text, model=model)
    return replace(
        settings,
        source=shapes_source(shape_set),
        model=model,
        noise_kind="structured",
        noise=memory.on_shapes,
    )


def pairs_at_once(settings: Settings) -> tuple[str, ...]:
    """Return the videos of two shapes at once: all pairs of the set that is watched, or easy."""
    spec = SourceSpec.parse(settings.source if settings.source_kind == SHAPES else shapes_source())
    given = {name: value for name, value in spec.given.items() if name != "around"}
    mixes = ("+".join(pair) for pair in combinations(spec.shapes.classes, 2))
    return tuple(SourceSpec(SHAPES, given={**given, "mix": mix}).text for mix in mixes)


def contexts(settings: Settings) -> tuple[str, ...]:
    """Return the videos of two shapes in a quadrant with one of them around, on wide frames."""
    if settings.source_kind != SHAPES:
        return ()
    spec = SourceSpec.parse(settings.source)
    if not has_quadrants(spec.shapes):
        return ()
    return tuple(
        SourceSpec(SHAPES, given={**spec.given, "mix": "+".join(pair), "around": around}).text
        for pair in combinations(spec.shapes.shapes, 2)
        for around in pair
    )


def watch_two_at_once(settings: Settings, source: str, memory: NoiseMemory) -> Settings:
    """Watch two shapes at once, without noise at first: what a belief does is plain to see then."""
    spec, mixed = SourceSpec.parse(source), bool(mixed_classes(settings))
    noise = settings.noise if mixed else 0.0
    settings = watch_shapes(settings, spec.given.get("set", "easy"), memory)
    return replace(settings, source=spec.text, noise=noise)


def use_network(settings: Settings, name: str, memory: NoiseMemory) -> Settings:
    """Use another network; a generated video that does not suit it is replaced by one that does.

    Beliefs are made of a network's own causes, and let go with it. One for natural scenes has no
    extended prior, so that top-down replaces it.
    """
    settings = let_go(settings)
    kind = settings.source_kind
    if name.startswith(NATURAL_NETWORK):
        settings = replace(settings, modes=_without_prior(settings.modes))
        if kind == SHAPES:
            settings = replace(settings, source=MOVING_PHOTOGRAPHS, noise=0.0)
    elif name in _SHAPES_NETWORKS and (kind == PHOTOGRAPHS or _unsuitable(settings, name)):
        settings = watch_shapes(settings, _SHAPES_NETWORKS[name], memory)
    return replace(settings, model=name)


def _unsuitable(settings: Settings, name: str) -> bool:
    """Whether a bundled network sees larger frames than are watched, or has learnt other scenes."""
    if settings.source_kind != SHAPES:
        return False
    shown, learnt = SourceSpec.parse(settings.source).shapes, SHAPE_SETS[_SHAPES_NETWORKS[name]]
    return min(shown.frame_shape) < min(learnt.frame_shape) or shown.scenes != learnt.scenes


def use_trained(settings: Settings, name: str, shape_set: str, memory: NoiseMemory) -> Settings:
    """Use a network that has just been trained, on the shapes that it has learnt from, if any."""
    if not shape_set:
        return use_network(settings, name, memory)
    if settings.source_kind == SHAPES:
        settings = watch_shapes(settings, shape_set, memory)
    return replace(settings, model=name)


def _without_prior(modes: tuple[str, ...]) -> tuple[str, ...]:
    """Return modes with top-down in place of the extended prior, without beliefs, each once."""
    known = ("both" if has_parts(mode) else believing(mode, "") for mode in modes)
    return tuple(dict.fromkeys(known))


# --- painting -------------------------------------------------------------------------------------


def begin_stroke(settings: Settings, tool: str, size: float, row: float, column: float) -> Settings:
    """Put the brush down at a point of the frame."""
    stroke = Stroke(tool, size, ((row, column),))
    return replace(settings, strokes=(*settings.strokes, stroke))


def extend_stroke(settings: Settings, points: Sequence[tuple[float, float]]) -> Settings:
    """Draw the last stroke on through some points."""
    if not settings.strokes:
        return settings
    *before, last = settings.strokes
    for row, column in points:
        last = extended(last, row, column)
    return replace(settings, strokes=(*before, last))


def take_stroke_back(settings: Settings) -> Settings:
    """Take the last stroke away."""
    return replace(settings, strokes=settings.strokes[:-1])


def clear_strokes(settings: Settings) -> Settings:
    """Wipe the lens: take all strokes away."""
    return replace(settings, strokes=())
