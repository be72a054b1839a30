"""The command line, run in this process or in one of its own."""

import subprocess
import sys

from dpcn_app.cli import main

SOURCE = "shapes:set=easy,seed=7,noise=1.5,frames=12"
"""A short video that every command can watch."""


def run_script(*words: str, code: str = "", **options) -> subprocess.CompletedProcess[str]:
    """Run dpcn-app in a process of its own, with some code before it."""
    program = f"{code}\nimport sys\nfrom dpcn_app.cli import main\nsys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, **options
    )


def refusal(capsys, *words) -> str:
    """Run a command that must be refused; return its one sentence."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    assert "Traceback" not in err
    assert lines[0].endswith(".")
    return lines[0]
