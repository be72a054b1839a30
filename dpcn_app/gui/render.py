"""`dpcn-app render`: the whole window drawn off-screen into a PNG."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dpcn_app.engine.modes import MODES
from dpcn_app.errors import UserError

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--out", required=True, type=Path, help="PNG file to write")
    parser.add_argument("--size", default="1600x1000", help="width x height (default 1600x1000)")
    parser.add_argument("--theme", default="dark", help="dark, light or projector (default dark)")
    parser.add_argument(
        "--top-down",
        default="off",
        help=f"one of {', '.join(MODES)}; parts of the prior as in prior:time+top; several, with "
        "commas between, are compared",
    )
    parser.add_argument("--frame", type=int, default=150, help="frame to show (default 150)")
    parser.add_argument("--noise", type=float, default=1.5, help="mean number of noise objects")


def run(arguments: argparse.Namespace) -> int:
    """Draw the window."""
    render(
        arguments.out,
        size=_size(arguments.size),
        theme=arguments.theme,
        modes=tuple(arguments.top_down.split(",")),
        frame=arguments.frame,
        noise=arguments.noise,
    )
    print(f"{arguments.out}: drawn.")
    return 0


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None or not all(320 <= int(each) <= 8000 for each in match.groups()):
        raise UserError(f"A size is written like 1600x1000, from 320 to 8000 pixels, not {text!r}.")
    return int(match.group(1)), int(match.group(2))


def render(
    out: Path,
    *,
    size: tuple[int, int] = (1600, 1000),
    theme: str = "dark",
    modes: tuple[str, ...] = ("off",),
    frame: int = 150,
    noise: float = 1.5,
) -> None:
    """Draw the whole window at one moment of the demonstration into a PNG."""
    from dpcn_app.storage.atomic import check_writable, replacing

    check_writable(out)
    go_offscreen()
    from dpcn_app.gui.app import make_application
    from dpcn_app.gui.assembly import add_panels
    from dpcn_app.gui.theme import THEMES
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.live.controller import Controller
    from dpcn_app.live.engine_commands import Jump
    from dpcn_app.live.settings import Settings

    if theme not in THEMES:
        raise UserError(f"There is no theme called {theme!r}; choose from {', '.join(THEMES)}.")
    settings = Settings(modes=modes, noise=noise)
    settings.check()
    controller = Controller(settings, playing=False)
    while controller.work(1.0) is not None:
        pass
    length = controller.snapshot().length
    if not 0 <= frame < length:
        raise UserError(f"The video has frames 0 to {length - 1}, not {frame}.")
    controller.handle(Jump(frame))
    app, themes = make_application(theme)
    window = MainWindow(themes, settings, None, remember=False)
    window.resize(*size)
    window.show()  # before the docks: tabs of a window that is not shown leave traces in it
    for _ in add_panels(window):
        app.processEvents()
    window.use_theme(themes.current)
    app.processEvents()
    window.show_snapshot(controller.snapshot())
    app.processEvents()
    content = as_png(window.grab())
    window.close()
    with replacing(out) as file:
        file.write(content)


def go_offscreen() -> None:
    """Let Qt draw without a display; before the first of its objects is made."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault(
        "QT_LOGGING_RULES", "default.warning=false"
    )  # the offscreen platform warns about size hints


def as_png(picture: QPixmap) -> bytes:
    """Return a picture as the content of a PNG file."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice

    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(content.data())


def render_demonstration() -> Path:
    """Draw bottom-up beside top-down into a picture in the current folder, or a temporary one."""
    name = "dpcn-app.png"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        try:
            render(folder / name, modes=("off", "both"))
        except UserError:
            continue
        return folder / name
    raise UserError("No folder can be written to; give one with: dpcn-app render --out FILE.")
