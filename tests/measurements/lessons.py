"""Whether every conclusion of the bundled lessons holds, and how long a step's set-up takes.

    python -m tests.measurements.lessons [SEEDS]

Walks all lessons with the bundled networks, and again with the networks for shapes trained anew
from each seed (101,202 unless named). Prints one JSON document: for each, how many conclusions
were the first one, how many told that it came out otherwise, and which; a conclusion is said only
where its condition holds. Then milliseconds from Page Down until the step's first frame is shown,
of all steps that show shapes (median and highest), and the load of the machine.
"""

from __future__ import annotations

import json
import os
import sys
import time
from statistics import median
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from dpcn_app.gui.app import make_application
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.lesson.handout import UnattendedWindow, wait_until
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.lessons.lesson import Lesson
from dpcn_app.lessons.library import list_lessons
from dpcn_app.live.engine_commands import AddModel, Jump
from dpcn_app.storage.models import Model
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import PRESETS
from dpcn_app.video.source_spec import SHAPES

SHAPES_NETWORKS = ("shapes-easy", "shapes-hard", "shapes-wide")


def trained_anew(seed: int) -> dict[str, Model]:
    """Return the networks for shapes that lessons use, trained from a seed."""
    found = {}
    for name in SHAPES_NETWORKS:
        training = Training(PRESETS[name], PRESETS[name].frames, seed)
        training.run()
        found[name] = training.model()
    return found


def walk_all(themes: ThemeModel, models: dict[str, Model], setups: list[float]) -> dict[str, Any]:
    """Walk every lesson; return how its conclusions came out."""
    first = 0
    otherwise: list[str] = []
    unknown: list[str] = []
    for entry in list_lessons():
        if entry.own or entry.lesson is None:
            continue
        print(f"  {entry.name}", file=sys.stderr, flush=True)
        window = UnattendedWindow(themes)
        window.resize(1280, 720)
        window.show()
        for _ in add_panels(window):
            QApplication.processEvents()
        for name, model in models.items():
            window.ask(AddModel(name, model))
        window.ask(Jump(150))
        for place, chosen, text in walk(window, entry.lesson, setups):
            if chosen == 0:
                first += 1
            else:
                (otherwise if chosen > 0 else unknown).append(f"{entry.name} {place}: {text}")
        window.close()
        window.controller.close()
    return {"first": first, "told otherwise": otherwise, "not measured": unknown}


def walk(
    window: UnattendedWindow, lesson: Lesson, setups: list[float]
) -> list[tuple[int, int, str]]:
    """Walk a lesson; return the step, which conclusion was said (−1: none), and its words."""
    window.guide.start(lesson)
    walk, said = window.guide.walk, []
    assert walk is not None
    for number in range(1, len(lesson.steps) + 1):
        wait_until(window, lambda: window.ready and walk.numbers_said)
        if walk.asking:
            window.guide.lead(1)
        if walk.waiting:
            window.guide.lead(1)
            wait_until(window, lambda: not walk.waiting)
        wait_until(window, lambda: window.ready and (walk.conclusion or not walk.step.conclusions))
        step = walk.step
        if step.conclusions:
            chosen = walk._chosen()
            at = -1 if chosen is None or not walk.conclusion else step.conclusions.index(chosen)
            said.append((number, at, walk.conclusion))
        begun = time.perf_counter()
        window.guide.lead(1)
        wanted = window.settings.current.inference_key
        while window.controller.snapshot().settings.inference_key != wanted:
            window.controller.work(0.01)
        window.show_snapshot(window.controller.snapshot())
        QApplication.processEvents()
        if window.settings.current.source_kind == SHAPES and not walk.at_end:
            setups.append(1000 * (time.perf_counter() - begun))
    return said


def main() -> None:
    """Measure, and print what was found."""
    seeds = [int(each) for each in (sys.argv[1:] or ["101,202"])[0].split(",")]
    _, themes = make_application("dark")
    setups: list[float] = []
    results = {"bundled": walk_all(themes, {}, setups)}
    for seed in seeds:
        print(f"training with seed {seed}", file=sys.stderr, flush=True)
        results[f"seed {seed}"] = walk_all(themes, trained_anew(seed), [])
    times = {"median": round(median(setups)), "highest": round(max(setups)), "steps": len(setups)}
    load = round(os.getloadavg()[0], 1)
    print(json.dumps({"conclusions": results, "set-up ms": times, "load": load}, indent=2))


if __name__ == "__main__":
    main()
