"""Reading a study from a TOML file; what is wrong in it is told by its line, with what to write.

title = "Sparsity against noise"
presets = ["shapes-easy"]
seeds = "1-10"                 # or a list, [1, 2, 5]
noise = [0, 1.5, 3]
modes = ["off", "both", "prior", "average:0.2"]
frames = 3000                  # of the training video; without it, the preset's

[layer1]                       # each value of each hyper-parameter with each of the others
sparsity = [0.5, 0.7, 0.9]
[prior]
time = [5, 10]

[show]                         # what the figures show; may be left out
across = "noise"
down = "mode"
measures = ["silhouette", "leak"]
at = { "layer1.sparsity" = 0.7 }
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from math import prod
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import resources
from dpcn_app.studies.study import MOST_ROWS, MOST_TASKS, Shown, Study
from dpcn_app.studies.study_measures import ALL_MEASURES
from dpcn_app.studies.study_text import refuse_absurd
from dpcn_app.studies.study_values import Values, said
from dpcn_app.training.hyperparameters import HYPERPARAMETERS, PRIOR
from dpcn_app.training.presets import PRESETS, preset

SUFFIX = ".toml"
_LONGEST = 1_000_000  # bytes of a file
_KEYS = ("title", "about", "presets", "seeds", "frames", "noise", "modes", "show", "prior")
_TABLE = re.compile(r"layer[1-9][0-9]?|prior")  # layer01 would be a second layer1
_USUAL_NOISE, _USUAL_MODES = (1.5,), ("off", "both", "prior")


def bundled_studies() -> dict[str, Path]:
    """Return the studies that come with the app, by name."""
    return {path.stem: path for path in sorted((resources() / "studies").glob(f"*{SUFFIX}"))}


def open_study(name_or_path: str) -> tuple[Study, bytes]:
    """Return a study, by the name of a bundled one or the path of a file, and its text."""
    bundled = bundled_studies()
    path = bundled.get(name_or_path, Path(name_or_path))
    text = _read(path, list(bundled))
    return parse_study(text, path), text


def parse_study(text: bytes, path: Path) -> Study:
    """Return the study that a text describes; every mistake in it is refused with its line."""
    try:
        decoded = text.decode("utf-8-sig")
        refuse_absurd(decoded, path)
        content = tomllib.loads(decoded)
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8; save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is no TOML: {str(error).rstrip('.')}.") from None
    except RecursionError:
        raise UserError(f"{path} is nested too deeply; a study has no tables in tables.") from None
    return _study(content, Values(path, decoded))


def _read(path: Path, bundled: list[str]) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise UserError(f"{path} is no file; give a study such as my-study{SUFFIX}.")
        with open(path, "rb") as file:
            text = file.read(_LONGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(
            f"The study {path} cannot be read ({reason}); give a file, or one of those that come "
            f"with the app: {', '.join(bundled)}."
        ) from error
    if len(text) > _LONGEST:
        raise UserError(f"{path} is longer than a megabyte; a study is a short text.")
    return text


def _study(content: Mapping[str, Any], values: Values) -> Study:
    tables = {key: each for key, each in content.items() if _TABLE.fullmatch(key)}
    for key in content:
        if key not in _KEYS and key not in tables:
            values.refuse_name(key, "key", (*_KEYS[:-1], "layer1", "layer2", "prior"))
    if "presets" not in content:
        values.refuse("presets", f"is missing; write presets = [{next(iter(PRESETS))!r}]")
    presets = values.texts("presets", content["presets"])
    for name in presets:
        if name not in PRESETS:
            values.refuse_name("presets", "preset", tuple(PRESETS), name)
    if "seeds" not in content:
        values.refuse("seeds", 'is missing; write seeds = "1-10" or seeds = [1, 2, 3]')
    seeds = values.seeds("seeds", content["seeds"])
    frames = (
        values.whole("frames", content["frames"], 60, 10_000_000) if "frames" in content else None
    )
    grid = tuple(
        (f"{table}.{key}", choices)
        for table, inner in tables.items()
        for key, choices in _choices(table, inner, presets, values)
    )
    noise, modes = _test(content, presets, values)
    tasks = len(presets) * len(seeds) * prod(len(choices) for _, choices in grid)
    if tasks > MOST_TASKS or tasks * max(1, len(noise) * len(modes)) > MOST_ROWS:
        raise UserError(
            f"{values.path} asks for {tasks:,} networks and {tasks * len(noise) * len(modes):,} "
            f"rows; at most {MOST_TASKS:,} and {MOST_ROWS:,} are done. Leave values or seeds out."
        )
    study = Study(
        title=values.text("title", content.get("title", values.path.stem)),
        presets=presets,
        seeds=tuple(seeds),
        frames=frames,
        grid=grid,
        noise=noise,
        modes=modes,
        about=values.text("about", content.get("about", "")),
    )
    return _checked(study, content.get("show"), values)


def _choices(
    table: str, inner: object, presets: tuple[str, ...], values: Values
) -> list[tuple[str, tuple[float, ...]]]:
    """Return the values of the hyper-parameters in one table, by name."""
    if not isinstance(inner, dict):
        values.refuse(table, f"is a table of hyper-parameters; write [{table}] and them below it")
    known = {each.name: each for each in (PRIOR if table == "prior" else HYPERPARAMETERS)}
    for name in presets:
        network = preset(name).network
        if table == "prior" and network.prior is None:
            values.refuse(table, f"is of no use to the preset {name}, which has no extended prior")
        if table != "prior" and not 1 <= int(table.removeprefix("layer")) <= network.depth:
            values.refuse(table, f"is not there: the preset {name} has {network.depth} layers")
    found = []
    for key, given in inner.items():
        if key not in known:
            values.refuse_name(f"{table}.{key}", "hyper-parameter", tuple(known))
        about = known[key]
        found.append(
            (key, values.amounts(f"{table}.{key}", given, about.low, about.high, about.whole))
        )
    return found


def _test(
    content: Mapping[str, Any], presets: tuple[str, ...], values: Values
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Return amounts of noise and modes; networks for natural scenes are not tested with them."""
    if not any(preset(name).shapes for name in presets):
        for key in ("noise", "modes"):
            if key in content:
                values.refuse(key, "is for presets of shapes alone; leave it out")
        return (), ()
    noise = values.amounts("noise", content.get("noise", list(_USUAL_NOISE)), 0, 20)
    return noise, values.modes("modes", content.get("modes", list(_USUAL_MODES)))


def _checked(study: Study, show: object, values: Values) -> Study:
    """Return a study with what it shows, after trying every combination of its grid."""
    for task in islice(study.tasks(), len(study) // len(study.seeds)):  # those of the first seed
        try:
            task.recipe()
        except UserError as error:
            chosen = ", ".join(f"{name} = {value:g}" for name, value in task.values)
            raise UserError(f"{values.path}: with {chosen}: {error}") from error
    if show is None:
        return study
    return replace(study, shown=_shown(study, show, values))


def _shown(study: Study, show: object, values: Values) -> Shown:
    if not isinstance(show, dict):
        values.refuse("show", "is a table; write [show] and, below it, across, down and measures")
    for key in show:
        if key not in ("across", "down", "measures", "at"):
            values.refuse_name(f"show.{key}", "key", ("across", "down", "measures", "at"))
    axes = {name: choices for name, choices in study.axes.items() if choices}
    for key in ("across", "down"):
        name = show.get(key, "")
        if not isinstance(name, str):
            values.refuse(f"show.{key}", f"is the name of one axis: {', '.join(axes)}")
        if name not in axes:
            values.refuse_name(f"show.{key}", "axis", tuple(axes), name)
    measures = values.texts("show.measures", show.get("measures", ["silhouette"]))
    for name in measures:
        if name not in ALL_MEASURES:
            values.refuse_name("show.measures", "measure", ALL_MEASURES, name)
    at = show.get("at", {})
    if not isinstance(at, dict):
        values.refuse("show.at", 'is a table of values, such as { noise = 1.5, mode = "prior" }')
    for name, value in at.items():
        if name not in axes:
            values.refuse_name(f"show.at.{name}", "axis", tuple(axes))
        if isinstance(value, bool) or value not in axes[name]:
            listed = ", ".join(map(str, axes[name][:20]))
            values.refuse(
                f"show.at.{name}", f"is {said(value)}, which is not in the grid: {listed}"
            )
    return Shown(show["across"], show["down"], measures, tuple(at.items()))
