"""The app as `dpcn-app` starts it, with a surveyor beside it who tells where things lie.

Mouse clicks from outside need places on the screen. The surveyor answers requests on stdin, one
line of JSON each, with one line of JSON on stdout; it looks, and changes nothing:

    {"kind": "QPushButton", "name": "Start"}   [x, y, width, height] on the screen, or null
    {"text": "3-D:"}                           the text of a label that begins so, or null
    {"pictures": true}                         [name, [x, y, width, height]] of each on the stage
    {"region": true}                           what is seen of the video's frames (see `region`)
    {"tabs": true}                             the places of all tabs of docks
    {"focus": true}                            the text of the widget that has the keyboard, or null
    {"waiting": true}                          commands that the engine has not carried out yet
    {"lesson": true}                           where a lesson stands, or null (see `lesson`)
    {"state": true}                            all that leaving a lesson must bring back
    {"numba": true}                            whether Numba has been imported
    {"prepare": true}                          nothing, but lets the kernels be prepared: where
                                               `HOLD_KERNELS` is set, they wait for this
"""

import json
import os
import sys
import threading

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QWidget

from dpcn_app.cli import main

PREPARE = threading.Event()


def visible() -> list[QWidget]:
    return [each for each in QApplication.allWidgets() if not seen(each).isEmpty()]


def seen(widget: QWidget) -> QRect:
    """Return the part of a widget that none of those around it cuts off, on the screen."""
    if not widget.isVisible():
        return QRect()
    rect = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
    around = None if widget.isWindow() else widget.parentWidget()
    while around is not None:
        rect &= QRect(around.mapToGlobal(QPoint(0, 0)), around.size())
        around = None if around.isWindow() else around.parentWidget()
    return rect


def as_list(rect: QRect) -> list[int]:
    return [rect.x(), rect.y(), rect.width(), rect.height()]


def place(kind: str, name: str) -> list[int] | None:
    for widget in visible():
        text = getattr(widget, "text", str)
        names = (widget.accessibleName(), widget.objectName(), text())
        if widget.inherits(kind) and name in names:
            return as_list(seen(widget))
    return None


def text(beginning: str) -> str | None:
    from dpcn_app.gui.widgets.elided_label import WrappedLabel

    labels = (each.text() for each in visible() if isinstance(each, QLabel | WrappedLabel))
    return next((each for each in labels if each.startswith(beginning)), None)


def pictures() -> list[tuple[str, list[int]]]:
    from dpcn_app.gui.panels.stage.stage_panel import StagePanel

    stage = next(each for each in visible() if isinstance(each, StagePanel))
    corner = stage.mapToGlobal(QPoint(0, 0))
    boxes = ((name, box.toRect().translated(corner)) for box, name in stage._boxes)
    return [(name, as_list(box)) for name, box in boxes]


def region() -> dict[str, object]:
    """Return height and width of the video, the part seen of it and its size, and the words."""
    from dpcn_app.live.region_words import region_words

    snapshot = the_window().snapshot
    return {
        "video": list(snapshot.video.shape),
        "region": list(snapshot.video.region),
        "seen": list(snapshot.frame.image.shape),
        "words": region_words(snapshot),
    }


def tabs() -> list[list[int]]:
    places = []
    for bar in (each for each in visible() if isinstance(each, QTabBar)):
        for tab in (bar.tabRect(index) for index in range(bar.count())):
            places.append(as_list(QRect(bar.mapToGlobal(tab.topLeft()), tab.size())))
    return places


def focus() -> str | None:
    widget = QApplication.focusWidget()
    return None if widget is None else getattr(widget, "text", str)()


def waiting() -> int | None:
    from dpcn_app.gui.window import MainWindow

    windows = (each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    return next((each.engine.waiting for each in windows if each.engine is not None), None)


def the_window():
    from dpcn_app.gui.window import MainWindow

    windows = (each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    return next(windows)


def lesson() -> dict[str, object] | None:
    """Return what the page of a lesson shows, and whether all is as the step wants it."""
    guide = the_window().guide
    walk, page = guide.walk, guide.page
    if walk is None:
        return None
    return {
        "title": walk.lesson.title,
        "step": walk.index + 1,
        "steps": len(walk.lesson.steps),
        "asking": walk.asking,
        "waiting": walk.waiting,
        "words": page.awaited.text(),
        "said": page.said.text(),
        "conclusion": page.conclusion.text(),
        "concludes": bool(walk.step.conclusions),
        "as expected": walk._chosen() is (walk.step.conclusions or (None,))[0],
        "wandered": page.set_up.isVisible(),
        "lit": guide.light.isVisible(),
        "lights": walk.step.light,
    }


def state() -> dict[str, object]:
    window = the_window()
    context, snapshot = window.context, window.snapshot
    return {
        "settings": repr(window.settings.current),
        "noise": repr(window.settings.noise_memory),
        "shown": window.is_up_to_date,
        "frame": snapshot.frame.index,
        "playing": snapshot.playing,
        "camera": list(context.camera.place),
        "selected": repr((context.selection.atom, context.selection.cause)),
        "overlays": repr(context.overlays.current),
        "docks": sorted(
            name for name, dock in window.docks.items() if not dock.visibleRegion().isEmpty()
        ),
        "page": window.pages.current,
        "lent": window.docks["training"].panel.choices.lent,
        "problems": list(snapshot.problems),
    }


class Surveyor(QObject):
    """Answers requests that come in on stdin."""

    def __init__(self) -> None:
        super().__init__()
        self._read = b""
        self._notifier = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._answer)

    def _answer(self) -> None:
        got = os.read(0, 65536)
        if not got:
            self._notifier.setEnabled(False)
            return
        *lines, self._read = (self._read + got).split(b"\n")
        for line in lines:
            request = json.loads(line)
            if "text" in request:
                answer: object = text(request["text"])
            elif "pictures" in request:
                answer = pictures()
            elif "region" in request:
                answer = region()
            elif "tabs" in request:
                answer = tabs()
            elif "focus" in request:
                answer = focus()
            elif "waiting" in request:
                answer = waiting()
            elif "lesson" in request:
                answer = lesson()
            elif "state" in request:
                answer = state()
            elif "numba" in request:
                answer = "numba" in sys.modules
            elif "prepare" in request:
                PREPARE.set()
                answer = None
            else:
                answer = place(request["kind"], request["name"])
            print(json.dumps(answer), flush=True)


def hold_kernels() -> None:
    """Let the thread that prepares the kernels, and its processes, wait until told to begin."""
    from dpcn_app.live.kernel_loader import KernelLoader

    run, begin = KernelLoader.run, KernelLoader.begin

    def wait(self: KernelLoader) -> None:
        PREPARE.wait()
        run(self)

    def begin_later(self: KernelLoader) -> None:
        if PREPARE.is_set():
            begin(self)

    KernelLoader.run = wait  # type: ignore[method-assign]
    KernelLoader.begin = begin_later  # type: ignore[method-assign]


if __name__ == "__main__":
    assert "numpy" not in sys.modules, "`main` chooses the threads of its products before it loads"
    if "HOLD_KERNELS" in os.environ:
        hold_kernels()
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    application = QApplication(sys.argv[:1])
    surveyor = Surveyor()
    sys.exit(main(sys.argv[1:]))
