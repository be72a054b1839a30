"""`dpcn-app`: the command line. A command is imported only when it is called.

Exit codes: 0 good; 1 the experiment's verdict is `fail`; 2 bad input or a failure, with
one sentence on stderr; 3 the work was done and its files are written, but stdout, which is closed
or full, did not take what was printed;
130 stopped by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout, suppress
from importlib import import_module
from types import ModuleType
from typing import NoReturn

from dpcn_app import __version__
from dpcn_app.commands.checked_output import CheckedOutput
from dpcn_app.commands.stop_signals import StopSignal, holding_signals, stopped_exit_code
from dpcn_app.engine.threads import BLAS_THREADS
from dpcn_app.errors import UserError

_COMMANDS = {
    "train": ("commands.train", "train a preset to a model file"),
    "infer": ("commands.infer", "show a video to a network and write its top causes"),
    "reproduce": ("commands.reproduce", "carry out an experiment of the paper, with a verdict"),
    "sweep": ("commands.sweep", "make many runs over a grid, to one table"),
    "bench": ("commands.bench", "measure the engine's speed, or race it against its peers"),
    "export": ("commands.export", "write what is seen: a page for the browser, a film, a handout"),
    "lesson": ("commands.lesson", "be led through a lesson in the window"),
    "render": ("gui.render", "draw the window off-screen into a picture"),
}


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error as one sentence."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        raise UserError(f"{sentence}; see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for name, value in BLAS_THREADS.items():  # before a command loads NumPy
        os.environ.setdefault(name, value)
    output = CheckedOutput(sys.stdout)
    # An export stops between two steps.
    holding = holding_signals() if "export" in words else nullcontext()
    with redirect_stdout(output), holding:
        return _exit_code(words, output)


def _exit_code(words: list[str], output: CheckedOutput) -> int:
    """Run one command; what ends it early becomes a sentence and an exit code."""
    try:
        try:
            code = _run(words)
        except SystemExit:  # after --help and --version
            output.flush()
            if not output.failure:
                raise
            code = 0
        output.flush()  # here, where a closed pipe is caught
        if output.failure:
            _say(f"All is done, but stdout did not take the results: {output.failure}.")
        return 3 if output.failure and code == 0 else code
    except UserError as error:
        _say(str(error))
        return 2
    except KeyboardInterrupt as error:
        _say("Stopped.")
        return stopped_exit_code(error)
    except BrokenPipeError:  # the program that read the output has ended
        output.give_up()
        return 0
    except MemoryError:
        _say("There is not enough memory for this; try smaller sizes.")
        return 2
    except Exception as error:
        if os.environ.get("DPCN_APP_DEBUG"):
            raise
        _say(
            f"Something went wrong inside ({type(error).__name__}: {error}); "
            "set DPCN_APP_DEBUG=1 to see where."
        )
        return 2


def _say(sentence: str) -> None:
    """Print a sentence on stderr, where there is one."""
    with suppress(OSError):  # the terminal is closed
        if sys.stderr is not None:
            print(f"dpcn-app: {sentence}", file=sys.stderr)


def _run(words: list[str]) -> int:
    parser = _Parser(
        prog="dpcn-app",
        description="See a Deep Predictive Coding Network think.",
        epilog="Without a command the window opens, with a video or a network where one is given "
        "(dpcn-app FILE); without a display, the demonstration is drawn into a picture and "
        "its scores are printed.",
    )
    parser.add_argument("--version", action="version", version=f"dpcn-app {__version__}")
    _add_window_options(parser)
    parser.add_argument(
        "--install-desktop",
        action="store_true",
        help="give the desktop a menu entry, an icon and file types for this app",
    )
    parser.add_argument("--uninstall-desktop", action="store_true", help="take them away again")
    window = _Parser(prog="dpcn-app", add_help=False)
    _add_window_options(window)
    window.add_argument("file", nargs="?")
    arguments, rest = window.parse_known_args(words)
    if arguments.file is not None and arguments.file not in _COMMANDS and not rest:
        if not os.path.exists(arguments.file) and ":" not in arguments.file:
            raise UserError(
                f"There is no command and no file called {arguments.file!r}; see dpcn-app --help."
            )
        arguments.lesson = None
        return _window(arguments)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    asked = next((word for word in words if word in _COMMANDS), None)
    for name, (module, purpose) in _COMMANDS.items():
        subparser = commands.add_parser(name, help=purpose, description=purpose)
        if name == asked:
            _loaded(module).add_arguments(subparser)
    arguments = parser.parse_args(words)
    arguments.lesson = None
    if arguments.install_desktop or arguments.uninstall_desktop:
        return _desktop(arguments)
    if arguments.command is None:
        arguments.file = None
        return _window(arguments)
    result: int = _loaded(_COMMANDS[arguments.command][0]).run(arguments)
    if arguments.lesson is not None and arguments.handout is not None:
        return _handout(arguments)
    if arguments.lesson is not None:
        arguments.file = None
        return _window(arguments)
    return result


def _loaded(module: str) -> ModuleType:
    """Import a module of this package; a signal counts after that, for libraries mistake it."""
    with holding_signals() as asked:
        loaded = import_module(f"dpcn_app.{module}")
    if asked:
        raise StopSignal(asked[0])
    return loaded


def _handout(arguments: argparse.Namespace) -> int:
    """Write a lesson down, without a window."""
    from dpcn_app.gui.display import missing_qt

    if reason := missing_qt():
        raise UserError(f"A handout needs Qt to draw its pictures: {reason}.")
    from dpcn_app.gui.render import go_offscreen

    go_offscreen()
    from dpcn_app.gui.lesson.handout import write_handout

    def tell(number: int, total: int, title: str) -> None:
        print(f"Step {number} of {total}: {title}", file=sys.stderr, flush=True)

    write_handout(arguments.lesson, arguments.handout, tell)
    print(f"{arguments.handout}: written, with its pictures beside it.")
    return 0


def _desktop(arguments: argparse.Namespace) -> int:
    """Make the app one of the desktop's, or take that back."""
    from dpcn_app.commands.desktop_entry import install_desktop, uninstall_desktop

    if arguments.install_desktop and arguments.uninstall_desktop:
        raise UserError("Give --install-desktop or --uninstall-desktop, not both.")
    if arguments.command is not None:
        raise UserError(f"Give --install-desktop or the command {arguments.command}, not both.")
    return install_desktop() if arguments.install_desktop else uninstall_desktop()


def _add_window_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", help="network to use: a model file, or a bundled one")
    parser.add_argument("--theme", help="look of the window: dark, light or projector")
    parser.add_argument(
        "--report", metavar="FILE", help="append a JSON line about the window each second"
    )


def _window(arguments: argparse.Namespace) -> int:
    """Open the window; without Qt or a display, print the demonstration instead."""
    from dpcn_app.gui.display import missing_display, missing_qt

    no_qt = missing_qt()
    reason = no_qt or missing_display()
    if reason is None:
        from dpcn_app.gui.app import run

        code = run(arguments)
        # All is stored, and a thread that may still run has nothing to lose, for a checkpoint has
        # been waited for (see `EngineThread.stop`). A normal exit would delete Qt's objects in no
        # particular order, which crashes now and then.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    if arguments.lesson is not None:
        raise UserError(f"A lesson needs a window, and none can be opened: {reason}.")
    print(f"No window can be opened: {reason}.", file=sys.stderr)
    if no_qt is None:
        from dpcn_app.gui.render import render_demonstration

        print(f"The demonstration was drawn into {render_demonstration()}.", file=sys.stderr)
    from dpcn_app.commands.demo import run as tell

    return tell(arguments)
