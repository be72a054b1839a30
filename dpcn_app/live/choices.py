"""The user's choices as functions: each takes the settings and returns the changed settings.

Keys, menus and controls all call these functions, so that a choice means the same wherever it is
made. The argument `parts` always names the parts of the extended prior that the network in use
knows (see `known_parts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dpcn_app.engine.modes import MODES_IN_TURN, PARTS, has_parts, mode_and_parts
from dpcn_app.live.network_modes import knows_mode, main_mode, parts_of
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, SPEEDS, Settings, shapes_source
from dpcn_app.video.noise import NOISE_KINDS
from dpcn_app.video.preprocess import WHOLE
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source_spec import PHOTOGRAPHS, SHAPES, SourceSpec, source_kind

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
    """Choose the next mode that the network knows; negative steps go backwards."""
    current = main_mode(settings.modes)
    known = [mode for mode in MODES_IN_TURN if knows_mode(mode, parts)]
    near = current if current in known else mode_and_parts(current)[0].name
    at = known.index(near) if near in known else 0
    turn = [known[(at + steps * each) % len(known)] for each in range(1, len(known))]
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
    return choose_mode(settings, kind if chosen == parts else f"{kind}:{chosen}")


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


def watch_video(settings: Settings, source: str) -> Settings:
    """Watch a video, with the noise that its text names, in the region that suits the network.

    A bundled network for shapes is replaced by the one that suits the video; any other network
    stays. The network for natural scenes has no extended prior, so that top-down replaces it.
    """
    spec = SourceSpec.parse(source)
    given = dict(spec.given)
    noise = given.pop("noise", 0.0)
    seed = given.pop("seed", settings.seed) if spec.kind == SHAPES else settings.seed
    source = replace(spec, given=given).text
    model, modes = settings.model, settings.modes
    if settings.source_kind == SHAPES and model in _SHAPES_NETWORKS:
        model = suitable_network(source)
        modes = _without_prior(modes) if model == NATURAL_NETWORK else modes
    return replace(
        settings,
        source=source,
        model=model,
        modes=modes,
        noise_kind="structured" if spec.kind == SHAPES else settings.noise_kind,
        noise=noise,
        seed=seed,
        region=WHOLE,
        scale=0.0,
    )


def watch_shapes(settings: Settings, shape_set: str, memory: NoiseMemory) -> Settings:
    """Watch a set of shapes, with the bundled network that was trained on it."""
    own = (*_SHAPES_NETWORKS, NATURAL_NETWORK)
    model = f"shapes-{shape_set}" if settings.model in own else settings.model
    if settings.source_kind == SHAPES:
        given = dict(SourceSpec.parse(settings.source).given) | {"set": shape_set}
        return replace(settings, source=SourceSpec(SHAPES, given=given).text, model=model)
    return replace(
        settings,
        source=shapes_source(shape_set),
        model=model,
        noise_kind="structured",
        noise=memory.on_shapes,
    )


def use_network(settings: Settings, name: str, memory: NoiseMemory) -> Settings:
    """Use another network; a generated video that does not suit it is replaced by one that does."""
    kind = settings.source_kind
    if name.startswith(NATURAL_NETWORK) and kind == SHAPES:
        settings = replace(settings, source=MOVING_PHOTOGRAPHS, noise=0.0)
    elif name in _SHAPES_NETWORKS and kind == PHOTOGRAPHS:
        settings = watch_shapes(settings, _SHAPES_NETWORKS[name], memory)
    return replace(settings, model=name)


def use_trained(settings: Settings, name: str, shape_set: str, memory: NoiseMemory) -> Settings:
    """Use a network that has just been trained, on the shapes that it has learnt from, if any."""
    if not shape_set:
        return use_network(settings, name, memory)
    if settings.source_kind == SHAPES:
        settings = watch_shapes(settings, shape_set, memory)
    return replace(settings, model=name)


def _without_prior(modes: tuple[str, ...]) -> tuple[str, ...]:
    """Return modes with top-down in place of the extended prior, each once."""
    known = ("both" if has_parts(mode) else mode for mode in modes)
    return tuple(dict.fromkeys(known))
