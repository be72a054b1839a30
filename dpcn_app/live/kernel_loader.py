"""The thread that gets the kernels ready while the window shows what is known already."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from dpcn_app.engine.kernel_cache import all_prepared
from dpcn_app.engine.preparation import PREPARATIONS, Preparation
from dpcn_app.live.engine_commands import Command, Prepared
from dpcn_app.live.kernel_compiler import KernelCompiler


class KernelLoader(threading.Thread):
    """Loads all kernels, each as soon as another process has compiled it, and tells how many.

    What counts is how many preparations are done from the first on, which is the order of need. A
    kernel that is compiled beside the others, before its turn, is loaded before its turn too.
    Where a process cannot be started, or ends too early, this thread compiles what is left.

    Parameters
    ----------
    ask
        Called with a command for the engine thread after each preparation.
    """

    def __init__(self, ask: Callable[[Command], None]) -> None:
        super().__init__(name="kernels", daemon=True)
        self._ask, self._done = ask, 0
        self._loaded: set[str] = set()
        self._lock = threading.Lock()  # held while the process is started, or ended for good
        self._compiler: KernelCompiler | None = None
        self._begun = self._ending = False

    def begin(self) -> None:
        """Start the process that compiles, where there is something to compile; once is enough.

        It may be started long before this thread, whose imports would hold up a window that is
        being built.
        """
        with self._lock:
            if self._begun or self._ending:
                return
            self._begun = True
            if not all_prepared():
                with suppress(OSError):  # no memory or no process left for it
                    self._compiler = KernelCompiler()

    def run(self) -> None:
        """Get all kernels ready; called by `start`."""
        self.begin()
        if (compiler := self._compiler) is not None:
            self._follow(compiler)
        for each in PREPARATIONS:
            if self._ending:
                break
            self._load(each)

    def _follow(self, compiler: KernelCompiler) -> None:
        """Load what the process has compiled, as it goes."""
        known = {each.name: each for each in PREPARATIONS}
        for name in compiler.prepared():
            if self._ending:
                break
            self._load(known[name])
        self._end_compiler()

    def _load(self, preparation: Preparation) -> None:
        """Load the kernels of a preparation, unless they are there, and tell of those in turn."""
        if preparation.name in self._loaded:
            return
        # What fails here fails again where it is used, and is told there.
        with suppress(Exception), np.errstate(all="ignore"):
            preparation.run()
        self._loaded.add(preparation.name)
        while self._done < len(PREPARATIONS) and PREPARATIONS[self._done].name in self._loaded:
            self._done += 1
            self._ask(Prepared(self._done))

    def stop(self) -> None:
        """End the process that compiles, at once; the thread ends with the application."""
        self._ending = True
        self._end_compiler()

    def _end_compiler(self) -> None:
        with self._lock:
            compiler, self._compiler = self._compiler, None
        if compiler is not None:
            compiler.end()
