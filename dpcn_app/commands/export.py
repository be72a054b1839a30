"""`dpcn-app export`: what was seen, to take home: a page, a film, or a sheet of figures."""

from __future__ import annotations

import argparse
from importlib import import_module

_KINDS = {
    "page": "one file for the browser: play, step, T and P, the cloud, the scores; offline",
    "film": "a film of stage, causes, both or the whole window: MP4, WebM or GIF",
    "sheet": "a handout in A4: demonstration, scores, training, dictionary, fields, transitions",
}
"""Each is the module `export_NAME` beside this one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for name, purpose in _KINDS.items():
        subparser = kinds.add_parser(name, help=purpose, description=purpose)
        import_module(f"dpcn_app.commands.export_{name}").add_arguments(subparser)


def run(arguments: argparse.Namespace) -> int:
    """Write what was asked for."""
    code: int = import_module(f"dpcn_app.commands.export_{arguments.kind}").run(arguments)
    return code
