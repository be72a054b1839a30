"""How much memory each file of tests leaves behind, as a plugin of pytest.

    python -m pytest -p tests.measurements.memory tests/gui

After each file all that nothing refers to is collected and given back to the system; what the
process still holds more than before is told at the end, the largest first. `--memory-by-test` does
so after each test, which takes longer.
"""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from pathlib import Path

import pytest

_PAGE = 4096
_SHOWN = 30


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--memory-by-test", action="store_true", help="measure after each test")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Memory(config.getoption("--memory-by-test")))


def resident() -> float:
    """Return the megabytes that this process holds, after all that can be freed was freed."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 1e6


class _Memory:
    def __init__(self, by_test: bool) -> None:
        self._by_test = by_test
        self._grown: dict[str, float] = {}
        self._before = 0.0

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None):
        self._before = self._before or resident()
        yield
        name = item.nodeid if self._by_test else item.nodeid.partition("::")[0]
        ends = nextitem is None or nextitem.nodeid.partition("::")[0] != name
        if self._by_test or ends:
            now = resident()
            self._grown[name] = self._grown.get(name, 0.0) + now - self._before
            self._before = now

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("memory left behind")
        ranked = sorted(self._grown.items(), key=lambda each: -each[1])
        for name, grown in ranked[:_SHOWN]:
            terminalreporter.write_line(f"{grown:+8.1f} MB  {name}")
        terminalreporter.write_line(f"{self._before:8.1f} MB at the end")
