"""A copy of the repository in which the engine is changed, and its tests run against the change.

Compiled kernels are kept: those of the unchanged engine are copied for every change, without the
kernels of the changed module and of all that contain them, so that no stale code is run and little
is compiled.
"""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[2]
ENGINE = Path("dpcn_app", "engine")
_TESTS = Path("tests", "engine")
_MARKS = ("@kernel", "@part", "@overload", "njit(")
_OF_COMPILING = ("jit", "kernel_cache", "preparation")
"""Modules about compiling: their tests take long, and are run for changes of them alone."""


class Workshop:
    """One copy of the repository, for one change at a time.

    Parameters
    ----------
    folder
        Where it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        unwanted = shutil.ignore_patterns("__pycache__")
        for name in ("dpcn_app", "tests"):
            shutil.copytree(HOUSE / name, folder / name, ignore=unwanted)
        shutil.copy2(HOUSE / "pyproject.toml", folder)
        (folder / "resources").symlink_to(HOUSE / "resources")
        self._kept, self._used = folder / "kept-kernels", folder / "kernels"
        self._kept.mkdir()

    def prepare(self) -> None:
        """Run all tests of the unchanged engine once; they must pass, and compile the kernels."""
        tests = [str(path) for path in sorted((self.folder / _TESTS).glob("test_*.py"))]
        passed, told = self._pass(tests, self._kept, 3600)
        if not passed:
            raise SystemExit(f"The tests of the engine fail without any change:\n{told}")

    def notices(self, module: str, changed: str, patience: float) -> tuple[bool, str]:
        """Return whether a test fails, or takes too long, with a module's source changed, and how.

        Parameters
        ----------
        module
            Its name within the engine.
        changed
            The source to run in place of its own.
        patience
            Seconds after which a run counts as one that never ends.
        """
        path = self.folder / ENGINE / f"{module}.py"
        shutil.rmtree(self._used, ignore_errors=True)
        shutil.copytree(self._kept, self._used)
        for stale in self._containing(module):
            for kernel in self._used.rglob(f"{stale}.*"):
                kernel.unlink()
        unchanged = path.with_suffix(".unchanged")
        path.rename(unchanged)  # its time tells Numba that kernels are those of this source
        path.write_text(changed)
        try:
            passed, told = self._pass(self._tests_of(module), self._used, patience)
        finally:
            unchanged.replace(path)
        return not passed, told

    def _tests_of(self, module: str) -> list[str]:
        """Return the tests to run: the module's own first, then all others of the engine."""
        names = sorted(path.name for path in (self.folder / _TESTS).glob("test_*.py"))
        own = [name for name in names if name.startswith(f"test_{module}")]
        apart = {f"test_{each}.py" for each in _OF_COMPILING}
        rest = [name for name in names if name not in own and name not in apart]
        return [str(_TESTS / name) for name in own + rest]

    def _containing(self, module: str) -> set[str]:
        """Return the modules with kernels that contain a kernel of `module`, itself included."""
        sources = {path.stem: path.read_text() for path in (self.folder / ENGINE).glob("*.py")}
        kernels = {
            name: source for name, source in sources.items() if any(m in source for m in _MARKS)
        }
        found = {module} & kernels.keys()
        while True:
            more = {name for name, source in kernels.items() if _imports(source) & found}
            if more <= found:
                return found
            found |= more

    def _pass(self, tests: list[str], kernels: Path, patience: float) -> tuple[bool, str]:
        """Run tests until one fails; return whether all passed, and the last line said."""
        environment = os.environ | {
            "NUMBA_CACHE_DIR": str(kernels),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "TMPDIR": str(self.folder),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=line"]
        command += ["-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            return False, "never ended"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        lines = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
        last = lines[0] if lines else (said.strip().splitlines() or ["nothing was said"])[-1]
        return process.returncode == 0, last


def _imports(source: str) -> set[str]:
    """Return the modules of the engine that a source imports."""
    prefix = ".".join(ENGINE.parts) + "."
    return {
        node.module.removeprefix(prefix)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(prefix)
    }
