"""The thread that gets the kernels ready: from another process, or by itself."""

import threading
from collections.abc import Iterator

import pytest

from dpcn_app.engine.preparation import Preparation
from dpcn_app.live import kernel_loader
from dpcn_app.live.engine_commands import Prepared
from dpcn_app.live.kernel_loader import KernelLoader

NAMES = ("one", "two", "three")


class Compiler:
    """Stands in for the process: it tells of as many preparations as a test lets it."""

    def __init__(self, *names: str) -> None:
        self.names, self.ended, self.go_on = names, threading.Event(), threading.Event()

    def prepared(self) -> Iterator[str]:
        for number, name in enumerate(self.names):
            if number == 1:
                self.go_on.wait(30)
            if self.ended.is_set():
                return
            yield name

    def end(self) -> None:
        self.ended.set()
        self.go_on.set()


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the preparations that were carried out in this process."""
    names: list[str] = []
    three = tuple(
        Preparation(name, name, lambda name=name: names.append(name))  # type: ignore[misc]
        for name in NAMES
    )
    monkeypatch.setattr(kernel_loader, "PREPARATIONS", three)
    monkeypatch.setattr(kernel_loader, "all_prepared", lambda: False)
    return names


def use(monkeypatch: pytest.MonkeyPatch, compiler: Compiler) -> None:
    monkeypatch.setattr(kernel_loader, "KernelCompiler", lambda: compiler)


def run(asked: list[object]) -> KernelLoader:
    loader = KernelLoader(asked.append)
    loader.start()
    return loader


ALL = [Prepared(1), Prepared(2), Prepared(3)]


def test_what_is_compiled_already_is_loaded_without_another_process(loaded, monkeypatch) -> None:
    monkeypatch.setattr(kernel_loader, "all_prepared", lambda: True)
    monkeypatch.setattr(kernel_loader, "KernelCompiler", None)
    asked: list[object] = []
    run(asked).join(30)
    assert loaded == ["one", "two", "three"] and asked == ALL


def test_each_preparation_is_loaded_when_the_process_has_done_it(loaded, monkeypatch) -> None:
    compiler, first = Compiler(*NAMES), threading.Event()
    use(monkeypatch, compiler)
    asked: list[object] = []

    def ask(command: object) -> None:
        asked.append(command)
        first.set()

    loader = KernelLoader(ask)
    loader.start()
    assert first.wait(30)
    assert loaded == ["one"] and asked == [Prepared(1)]
    compiler.go_on.set()
    loader.join(30)
    assert loaded == ["one", "two", "three"] and asked == ALL
    assert compiler.ended.is_set()


def test_the_process_can_begin_long_before_the_thread(loaded, monkeypatch) -> None:
    started: list[Compiler] = []

    def start() -> Compiler:
        started.append(Compiler(*NAMES))
        started[-1].go_on.set()
        return started[-1]

    monkeypatch.setattr(kernel_loader, "KernelCompiler", start)
    asked: list[object] = []
    loader = KernelLoader(asked.append)
    loader.begin()
    assert len(started) == 1 and loaded == [] and asked == []
    loader.start()
    loader.join(30)
    assert len(started) == 1 and loaded == ["one", "two", "three"] and asked == ALL


def test_a_process_whose_thread_never_began_is_ended_too(loaded, monkeypatch) -> None:
    use(monkeypatch, compiler := Compiler(*NAMES))
    loader = KernelLoader(lambda command: None)
    loader.begin()
    loader.stop()
    assert compiler.ended.is_set() and loaded == []


def test_what_is_done_before_its_turn_is_loaded_at_once_and_counts_in_its_turn(
    loaded, monkeypatch
) -> None:
    use(monkeypatch, compiler := Compiler("one", "three", "two"))
    compiler.go_on.set()
    asked: list[object] = []
    run(asked).join(30)
    assert loaded == ["one", "three", "two"] and asked == ALL


def test_where_the_process_ends_too_early_the_thread_does_the_rest(loaded, monkeypatch) -> None:
    compiler = Compiler("one")
    use(monkeypatch, compiler)
    asked: list[object] = []
    run(asked).join(30)
    assert loaded == ["one", "two", "three"] and asked == ALL


def test_where_no_process_can_be_started_the_thread_does_all(loaded, monkeypatch) -> None:
    def fail() -> None:
        raise OSError("no process left")

    monkeypatch.setattr(kernel_loader, "KernelCompiler", fail)
    asked: list[object] = []
    run(asked).join(30)
    assert loaded == ["one", "two", "three"] and asked == ALL


def test_what_cannot_be_prepared_holds_up_nothing(loaded, monkeypatch) -> None:
    def fail() -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(kernel_loader, "all_prepared", lambda: True)
    _, *others = kernel_loader.PREPARATIONS
    monkeypatch.setattr(kernel_loader, "PREPARATIONS", (Preparation("x", "x", fail), *others))
    asked: list[object] = []
    run(asked).join(30)
    assert loaded == ["two", "three"] and asked == ALL


def test_stopping_ends_the_process_and_nothing_more_is_loaded(loaded, monkeypatch) -> None:
    compiler, first = Compiler(*NAMES), threading.Event()
    use(monkeypatch, compiler)
    loader = KernelLoader(lambda command: first.set())
    loader.start()
    assert first.wait(30)
    loader.stop()
    assert compiler.ended.is_set()
    loader.join(30)
    assert not loader.is_alive()
    assert loaded == ["one"]


def test_once_stopped_no_process_is_started(loaded, monkeypatch) -> None:
    monkeypatch.setattr(kernel_loader, "KernelCompiler", None)
    loader = KernelLoader(lambda command: None)
    loader.stop()
    loader.start()
    loader.join(30)
    assert not loader.is_alive() and loaded == []
