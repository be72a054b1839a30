"""Copies of the repository in which the engine is changed, and its tests run against the change.

Compiled kernels are kept: those of the unchanged engine are copied for every change, without the
kernels of the changed module and of all that contain them, so that no stale code is run and little
is compiled. Of the tests those are left out that cannot notice: files none of whose tests calls
the changed function, as a run of each file alone has shown.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
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
        Where it is made, beside what all copies share.
    seconds
        Time of the processor after which a run counts as one that never ends.
    """

    def __init__(self, folder: Path, seconds: int) -> None:
        self.folder, self._seconds = folder, seconds
        shutil.rmtree(folder, ignore_errors=True)
        unwanted = shutil.ignore_patterns("__pycache__")
        for name in ("dpcn_app", "tests"):
            shutil.copytree(HOUSE / name, folder / name, ignore=unwanted)
        shutil.copy2(HOUSE / "pyproject.toml", folder)
        shutil.copytree(HOUSE / "resources" / "models", folder / "resources" / "models")
        self._kept = folder.parent / f"unchanged-{_digest(folder / ENGINE)}"
        self._kernels = folder / "kernels"
        self._server = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("fork_server.py"))],
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def close(self) -> None:
        """End the process that runs tests."""
        self._server.communicate()

    def prepare(self) -> None:
        """Run each file of tests with the unchanged engine, once for each version of it.

        All tests must pass; this compiles the kernels, and tells which functions each file calls.
        """
        self._kernels = self._kept / "kernels"
        self._kernels.mkdir(parents=True, exist_ok=True)
        for path in sorted((self.folder / _TESTS).glob("test_*.py")):
            record = self._record(path)
            if record.is_file():
                continue
            passed, told, seconds = self._pass([str(path)], self._kept / "reached")
            if not passed:
                raise SystemExit(f"The tests of the engine fail without any change:\n{told}")
            functions = json.loads((self._kept / "reached").read_text())
            record.write_text(json.dumps({"seconds": seconds, "functions": functions}))
        self._kernels = self.folder / "kernels"

    def notices(self, module: str, changed: str, line: int) -> tuple[bool, str, float]:
        """Return whether a test notices that a module's source is changed, how, and when.

        One notices that fails or takes too long; the time is that of the processor in seconds.

        Parameters
        ----------
        module
            Its name within the engine.
        changed
            The source to run in place of its own.
        line
            Where it was changed, from 1.
        """
        path = self.folder / ENGINE / f"{module}.py"
        tests = self._tests_of(module, line)
        self._copy_kernels(module)
        unchanged = path.with_suffix(".unchanged")
        path.rename(unchanged)  # its time tells Numba that kernels are those of this source
        path.write_text(changed)
        try:
            passed, told, seconds = self._pass(tests)
        finally:
            unchanged.replace(path)
        return not passed, told, seconds

    def _copy_kernels(self, module: str) -> None:
        """Take over the kernels of the unchanged engine but for those that contain `module`."""
        from numba.core.caching import _CacheLocator

        shutil.rmtree(self._kernels, ignore_errors=True)
        kept = self._kept / "kernels"
        prepared = self.folder.parent / "copy-0"
        for source in kept.iterdir():  # named by the path of the folder with the sources
            name = source.name
            if name == _CacheLocator.get_suitable_cache_subpath(prepared / ENGINE / "x.py"):
                name = _CacheLocator.get_suitable_cache_subpath(self.folder / ENGINE / "x.py")
            if source.is_dir():
                shutil.copytree(source, self._kernels / name)
        for stale in self._containing(module):
            for kernel in self._kernels.rglob(f"{stale}.*"):
                kernel.unlink()

    def _tests_of(self, module: str, line: int) -> list[str]:
        """Return the files to run: the module's own first, then others that reach the line."""
        source = (self.folder / ENGINE / f"{module}.py").read_text()
        first = _first_line_of_function(source, line)
        own, others = [], []
        for path in sorted((self.folder / _TESTS).glob("test_*.py")):
            record = json.loads(self._record(path).read_text())
            of_compiling = path.stem.removeprefix("test_") in _OF_COMPILING
            if path.name.startswith(f"test_{module}") or (of_compiling and module in _OF_COMPILING):
                own.append(str(path))
            elif of_compiling:
                continue
            elif (
                first is None
                or f"{module}:{first}" in record["functions"]
                or "import subprocess" in path.read_text()
            ):
                others.append((record["seconds"], str(path)))
        return own + [path for _, path in sorted(others)]

    def _record(self, path: Path) -> Path:
        """Return where it is written what a file of tests reaches."""
        helpers = _digest(self.folder / "tests" / "helpers")
        digest = hashlib.sha256(path.read_bytes() + helpers.encode()).hexdigest()[:12]
        return self._kept / f"{path.stem}-{digest}.json"

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

    def _pass(self, tests: list[str], reached: Path | None = None) -> tuple[bool, str, float]:
        """Run tests until one fails; return whether all passed, the last line said, and seconds."""
        said = self.folder / "said"
        order = {
            "folder": str(self.folder),
            "arguments": [
                *("-q", "-x", "--no-header", "--tb=line", "-p", "no:cacheprovider"),
                *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # the server imports plugins
                *("--hypothesis-seed=0", *tests),
            ],
            "environment": {
                "NUMBA_CACHE_DIR": str(self._kernels),
                "PYTHONDONTWRITEBYTECODE": "1",
                "TMPDIR": str(self.folder),
            },
            "said": str(said),
            "seconds": self._seconds,
            "reached": None if reached is None else str(reached),
        }
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        answer = json.loads(self._server.stdout.readline())
        code, seconds = answer["code"], answer["seconds"]
        if code < 0:
            return False, f"ended by signal {-code}", seconds
        text = said.read_text(errors="replace")
        lines = [line for line in text.splitlines() if line.startswith(("FAILED", "ERROR"))]
        last = lines[0] if lines else (text.strip().splitlines() or ["nothing was said"])[-1]
        return code == 0, last, seconds


def _digest(folder: Path) -> str:
    """Return a digest of all sources in a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _first_line_of_function(source: str, line: int) -> int | None:
    """Return where the function around a line begins, with its decorators.

    None where all tests may notice a change: outside of functions, in their arguments, and in
    kernels, whose calls Python does not see.
    """
    for node in _functions(ast.parse(source)):
        if node.body[0].lineno <= line <= (node.end_lineno or 0):
            if any(
                mark.lstrip("@") in ast.dump(each)
                for each in node.decorator_list
                for mark in ("kernel", "part", "overload", "njit")
            ):
                return None
            return min([node.lineno] + [each.lineno for each in node.decorator_list])
    return None


def _functions(node: ast.AST) -> list[ast.FunctionDef]:
    """Return functions and methods, without those inside of others."""
    found = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            found.append(child)
        else:
            found += _functions(child)
    return found


def _imports(source: str) -> set[str]:
    """Return the modules of the engine that a source imports."""
    prefix = ".".join(ENGINE.parts) + "."
    return {
        node.module.removeprefix(prefix)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(prefix)
    }
