"""What the exports show: arguments that name network, video, noise, modes, or a saved session."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from dpcn_app.engine.modes import MODES
from dpcn_app.live.choices import open_with
from dpcn_app.live.network_modes import known_parts
from dpcn_app.live.session_file import Session, load_session
from dpcn_app.live.settings import Settings
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model
from dpcn_app.video.noise import NOISE_KINDS, Noise
from dpcn_app.video.recorded_camera import RecordedCamera
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import FILE, SourceSpec


@dataclass(frozen=True, eq=False)
class Asked:
    """What an export is to show.

    Parameters
    ----------
    settings
        The network, the video, its noise and the modes.
    model
        The network, where it is not a bundled one.
    session
        The session that was named; None for none.
    seen
        What a camera saw, where the session watches one; None for other videos.
    """

    settings: Settings
    model: Model | None
    session: Session | None = None
    seen: FrameSource | None = None


def add_source_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is shown."""
    parser.add_argument(
        "--source",
        help="video: a file, or a generated one such as shapes:set=hard,seed=7,noise=1.5 "
        "(default: the window's demonstration)",
    )
    parser.add_argument(
        "--model", help=f"model file, or a bundled one: {', '.join(bundled_models())}"
    )
    parser.add_argument(
        "--modes",
        help="modes with commas between (default off,both,prior as far as the network knows them): "
        f"{', '.join(MODES)}; beliefs as in prior@square",
    )
    parser.add_argument(
        "--noise",
        metavar="KIND:AMOUNT",
        help=f"{', '.join(f'{name}:{kind.usual:g}' for name, kind in NOISE_KINDS.items())}",
    )
    parser.add_argument("--seed", type=int, help="seed of the noise, and of generated video")
    parser.add_argument(
        "--session", type=Path, help="saved session to begin with, in place of the defaults"
    )
    # From the window: what the camera saw that its session watches.
    parser.add_argument("--seen", type=Path, help=argparse.SUPPRESS)


def asked_for(arguments: argparse.Namespace, frames: int | None = None) -> Asked:
    """Return what the arguments name; of generated video, so many frames."""
    session = None if arguments.session is None else load_session(arguments.session)
    settings = Settings() if session is None else session.settings
    if arguments.source is not None:
        spec = SourceSpec.parse(arguments.source)
        text = str(Path(spec.path).absolute()) if spec.kind == FILE else arguments.source
        settings = open_with(text)
    spec = SourceSpec.parse(settings.source)
    if spec.kind != FILE and frames is not None:
        spec = replace(spec, given={**spec.given, "frames": frames})
        settings = replace(settings, source=spec.text)
    if arguments.noise is not None:
        noise = Noise.named(arguments.noise)
        settings = replace(settings, noise_kind=noise.kind, noise=noise.amount)
    if arguments.seed is not None:
        settings = replace(settings, seed=arguments.seed)
    file = _network_file(arguments, session)
    if arguments.model is not None:
        settings = replace(settings, model=arguments.model if file is None else Path(file).stem)
    model = open_model(settings.model if file is None else file)
    settings = replace(settings, modes=_modes(arguments, model, session))
    seen = None if arguments.seen is None else RecordedCamera(arguments.seen)
    return Asked(settings, None if file is None else model, session, seen)


def _network_file(arguments: argparse.Namespace, session: Session | None) -> str | None:
    """Return the file of the network; None for a bundled one, which the settings name."""
    if arguments.model is not None:
        return None if arguments.model in bundled_models() else str(arguments.model)
    own_video = arguments.source is not None  # which may bring another network
    return None if session is None or own_video else session.model_file


def _modes(arguments: argparse.Namespace, model: Model, session: Session | None) -> tuple[str, ...]:
    if arguments.modes is not None:
        return tuple(arguments.modes.split(","))
    if session is not None and arguments.model is None and arguments.source is None:
        return session.settings.modes
    return ("off", "both", "prior") if known_parts(model.network) else ("off", "both")
