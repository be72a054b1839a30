"""`dpcn-app --install-desktop`: a menu entry, an icon and file types for this user, and the undo.

As freedesktop.org says (Desktop Entry, Icon Theme, Shared MIME-info), all of it below
XDG_DATA_HOME: nothing of the system is touched, and no right of an administrator is needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.live.session_file import SUFFIX
from dpcn_app.storage.atomic import replacing
from dpcn_app.storage.bundled import APP_ID, icon_file

WINDOW_CLASS = "dpcn_app"
"""What X11 knows its windows by."""

_SESSION, _MODEL = "application/x-dpcn-session", "application/x-dpcn-model"
_PATIENCE = 60  # seconds for a desktop's own commands
_NEEDS_QUOTES = re.compile(r"[^\w@%+=:,./-]")

_ENTRY = """\
[Desktop Entry]
Type=Application
Version=1.0
Name=Deep Predictive Coding Network
GenericName=Predictive coding, live
Comment=See a Deep Predictive Coding Network think
Exec={command} %f
Icon={app}
Terminal=false
Categories=Education;ArtificialIntelligence;
Keywords=predictive coding;sparse coding;neuroscience;teaching;
MimeType={types};
StartupNotify=true
StartupWMClass={window_class}
"""

_TYPES = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{_SESSION}">
    <comment>dpcn-app session</comment>
    <sub-class-of type="application/json"/>
    <icon name="{APP_ID}"/>
    <glob pattern="*{SUFFIX}"/>
  </mime-type>
  <mime-type type="{_MODEL}">
    <comment>dpcn-app network</comment>
    <sub-class-of type="application/zip"/>
    <icon name="{APP_ID}"/>
    <magic priority="60">
      <match type="string" offset="0" value="PK\\003\\004">
        <match type="string" offset="30" value="header.npy"/>
      </match>
    </magic>
  </mime-type>
</mime-info>
"""


def install_desktop() -> int:
    """Write entry, icon and file types, whatever was there of an earlier time; say where.

    All of it or nothing: where one cannot be written, what was there before comes back.
    """
    data = _data_folder()
    with ExitStack() as undo:
        for path, content in _files(data).items():
            undo.callback(_bring_back, path, _content(path), _made_folders(path.parent))
            with replacing(path) as file:
                file.write(content())
        undo.pop_all()
    _tell_desktop(data)
    print(f"The menu of your desktop now has “Deep Predictive Coding Network” ({data}).")
    print(f"Sessions (*{SUFFIX}) and networks of this app open by double click.")
    print("To undo this: dpcn-app --uninstall-desktop")
    return 0


def _made_folders(folder: Path) -> list[Path]:
    """Make a folder, and return those that were not there, the innermost first."""
    missing = [each for each in (folder, *folder.parents) if not os.path.exists(each)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise UserError(
            f"The folder {folder} cannot be made: {error.strerror}; give another one in "
            "XDG_DATA_HOME."
        ) from error
    return missing


def _content(path: Path) -> bytes | None:
    """Return what a file holds; None where there is none that can be read."""
    with suppress(OSError):
        return path.read_bytes()
    return None


def _bring_back(path: Path, content: bytes | None, folders: list[Path]) -> None:
    """Let a file be as it was before, and take away the folders that were made for it."""
    with suppress(OSError, UserError):
        if content is None:
            path.unlink(missing_ok=True)
        elif _content(path) != content:
            with replacing(path) as file:
                file.write(content)
    for each in folders:
        with suppress(OSError):  # it is not empty
            each.rmdir()


def uninstall_desktop() -> int:
    """Remove what `install_desktop` wrote; say so where there was nothing."""
    data = _data_folder()
    found = [path for path in _files(data) if os.path.exists(path)]
    for path in found:
        try:
            path.unlink()
        except OSError as error:
            raise UserError(f"{path} cannot be removed: {error.strerror}.") from error
    if not found:
        print(f"There is no menu entry of this app below {data}; nothing was changed.")
        return 0
    _tell_desktop(data)
    print("Menu entry, icon and file types were removed; networks, lessons and settings stay.")
    return 0


def _data_folder() -> Path:
    """Return the user's data folder of desktops that follow freedesktop.org."""
    if sys.platform in ("win32", "darwin", "cygwin"):
        raise UserError(
            "A menu entry is made on Linux and other desktops of freedesktop.org alone; here, pin "
            "dpcn-app-window to the task bar or the Dock."
        )
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"


def _files(data: Path) -> dict[Path, Callable[[], bytes]]:
    """Return all files that are written, each with what makes its content."""
    return {
        data / "applications" / f"{APP_ID}.desktop": lambda: _entry().encode(),
        data / "icons/hicolor/scalable/apps" / f"{APP_ID}.svg": icon_file().read_bytes,
        data / "mime" / "packages" / f"{APP_ID}.xml": _TYPES.encode,
    }


def _entry() -> str:
    return _ENTRY.format(
        command=_command(),
        app=APP_ID,
        types=";".join((_SESSION, _MODEL)),
        window_class=WINDOW_CLASS,
    )


def _command() -> str:
    """Return how this very installation is started, as a desktop entry writes it."""
    script = Path(sys.executable).with_name("dpcn-app")
    words = [str(script)] if script.exists() else [sys.executable, "-P", "-m", "dpcn_app"]
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    """Return a word of a command as `Exec` wants it: quoted, a backslash before what a shell reads.

    That text is a string of the entry, in which every backslash stands twice, and % too.
    """
    word = word.replace("%", "%%")
    if not _NEEDS_QUOTES.search(word):
        return word
    quoted = re.sub(r'(["`$\\])', r"\\\1", word)
    return '"{}"'.format(quoted.replace("\\", "\\\\"))


def _tell_desktop(data: Path) -> None:
    """Let the desktop look again, where it has commands for that; else it does so later."""
    for name, folder in (
        ("update-mime-database", data / "mime"),
        ("update-desktop-database", data / "applications"),
    ):
        command = shutil.which(name)
        if command is None or not folder.is_dir():
            continue
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                [command, str(folder)], capture_output=True, timeout=_PATIENCE, check=False
            )
