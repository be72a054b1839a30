"""The process that compiles the kernels: it tells how far it is, and never outlives the window."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpcn_app.engine import kernel_cache
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.live import kernel_compiler
from dpcn_app.live.kernel_compiler import KernelCompiler

SECONDS = 60


@pytest.mark.parametrize(("cores", "processes"), [(1, 1), (2, 2), (8, 2)])
def test_it_prepares_everything_each_process_in_order_and_remembers_that(
    cores: int, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_compiler, "cores", lambda: cores)
    done: list[str] = []
    monkeypatch.setattr(kernel_compiler, "mark_all_prepared", lambda: done.append("all"))
    compiler = KernelCompiler()
    assert len(compiler._processes) == processes
    try:
        told = list(compiler.prepared())
    finally:
        compiler.end()
    names = [each.name for each in PREPARATIONS]
    apart = ["expectations", "estimation", "algorithm"] if processes == 2 else []
    assert sorted(told) == sorted(names)
    assert [each for each in told if each in apart] == apart
    in_turn = [each for each in names if each not in apart]
    assert [each for each in told if each not in apart] == in_turn
    assert done == ["all"]


def test_what_is_done_is_told_at_once_also_while_the_other_process_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel_compiler, "cores", lambda: 2)
    waiting = [sys.executable, "-c", "input()"]
    telling = [sys.executable, "-c", "print('algorithm', flush=True); input()"]
    commands = iter((waiting, telling))
    monkeypatch.setattr(
        kernel_compiler,
        "_start",
        lambda names: subprocess.Popen(
            next(commands), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ),
    )
    compiler = KernelCompiler()
    try:
        assert next(compiler.prepared()) == "algorithm"
    finally:
        compiler.end()


def test_it_is_ended_at_once_whatever_it_is_doing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiler = KernelCompiler()
    begun = time.monotonic()
    compiler.end()
    assert time.monotonic() - begun < 1
    assert list(tmp_path.glob("all-prepared")) == []


def test_what_one_process_could_not_compile_is_not_taken_for_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_compiler, "cores", lambda: 2)
    compiler = KernelCompiler()
    compiler._processes[1].kill()
    compiler._processes[0].kill()
    try:
        assert list(compiler.prepared()) == []
    finally:
        compiler.end()
    assert not kernel_cache.all_prepared()


COMPILING_FOR_EVER = """
import threading
from dpcn_app.engine.preparation import Preparation
from dpcn_app.live import kernel_compiler

def never() -> None:
    print("begun", flush=True)
    threading.Event().wait()

kernel_compiler.PREPARATIONS = (Preparation("never", "nothing", never),)
kernel_compiler.compile_some(["never"])
"""


def test_it_ends_when_the_window_is_gone_even_in_the_middle_of_a_kernel() -> None:
    """Whoever is killed leaves his end of a pipe closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMPILING_FOR_EVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    process.stdin.close()
    try:
        assert process.wait(SECONDS) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
