"""What is imported after PySide6 is not read as text."""

import subprocess
import sys

_PROGRAM = """
import linecache
from PySide6.QtCore import QObject
from dpcn_app.gui.plain_imports import import_plainly
import_plainly()
import dpcn_app.engine.inference
print(len(linecache.cache))
sender = QObject()
sender.setObjectName("methods have their usual names")
assert sender.objectName() and not hasattr(sender, "object_name")
"""


def test_modules_that_come_after_pyside_are_not_kept_as_text() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 20  # hundreds without the call: Numba alone has as many modules
