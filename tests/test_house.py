"""The plan of the house: where modules and their tests are, and what may stand in which room.

`lint-imports` holds the direction of imports; this holds the rest.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[1]
PACKAGE, TESTS = HOUSE / "dpcn_app", HOUSE / "tests"

BESIDE_THE_ENGINE = {"numpy", "numba"}
OF_EVERY_COMMAND = {"run", "add_arguments"}
"""Names by which the command line calls any of its commands."""


OF_THE_HOUSE = ("test_house.py", "test_notebooks.py", "test_readme.py")
"""Tests of the whole repository, of no module in particular."""


def rooms() -> list[str]:
    """Return the top-level folders of the package."""
    return sorted(init.parent.name for init in PACKAGE.glob("*/__init__.py"))


def modules(folder: Path) -> list[Path]:
    """Return the modules of a folder and of those in it."""
    return sorted(path for path in folder.rglob("*.py") if path.name != "__init__.py")


def mirrors_a_module(test: Path) -> bool:
    """Whether test_<module>.py, or test_<module>_<aspect>.py, lies where its module does.

    A module of Python, or a script of the page, which is tested in a browser.
    """
    folder = PACKAGE / test.parent.relative_to(TESTS)
    words = test.stem.removeprefix("test_").split("_")
    names = ("_".join(words[:count]) for count in range(1, len(words) + 1))
    return any((folder / f"{name}{end}").is_file() for name in names for end in (".py", ".js"))


def imported(module: Path) -> Iterator[str]:
    """Yield the full name of everything that a module imports, wherever in it that happens."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = ".".join(module.parent.relative_to(HOUSE).parts[: -node.level + 1 or None])
            start = ".".join(part for part in (here if node.level else "", node.module) if part)
            yield from (f"{start}.{each.name}" for each in node.names)


def suits_the_engine(name: str) -> bool:
    """Whether the engine may import something."""
    first, *rest = name.split(".")
    if first == "dpcn_app":
        return bool(rest) and rest[0] in ("engine", "errors")
    return first in BESIDE_THE_ENGINE or first in sys.stdlib_module_names


def public_names(module: Path) -> set[str]:
    """Return the classes and functions that a module offers to others."""
    return {
        node.name
        for node in ast.parse(module.read_text()).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
    }


def test_every_test_file_bears_the_name_of_a_module_and_lies_where_that_lies() -> None:
    tests = [
        test
        for test in TESTS.rglob("test_*.py")
        if test.name not in OF_THE_HOUSE and TESTS / "end_to_end" not in test.parents
    ]
    assert len(tests) > 100
    astray = [str(test.relative_to(HOUSE)) for test in tests if not mirrors_a_module(test)]
    assert astray == [], "\n".join(astray)


def test_every_panel_has_tests_of_its_own() -> None:
    panels = PACKAGE / "gui" / "panels"
    found = [path for path in panels.glob("*.py") if path.name != "__init__.py"]
    found += panels.glob("*/*_panel.py")
    assert len(found) >= 10
    untested = [
        str(panel.relative_to(HOUSE))
        for panel in found
        if not (TESTS / panel.relative_to(PACKAGE)).with_name(f"test_{panel.name}").is_file()
    ]
    assert untested == [], "\n".join(untested)


def test_the_engine_stands_on_numpy_and_numba_alone() -> None:
    found = {module: set(imported(module)) for module in modules(PACKAGE / "engine")}
    assert {name.split(".")[0] for names in found.values() for name in names} >= BESIDE_THE_ENGINE
    foreign = {
        module.name: sorted(name for name in names if not suits_the_engine(name))
        for module, names in found.items()
        if not all(map(suits_the_engine, names))
    }
    assert foreign == {}


def test_no_public_name_means_one_thing_in_one_room_and_another_in_the_next() -> None:
    places: dict[str, set[Path]] = defaultdict(set)
    for room in rooms():
        for module in modules(PACKAGE / room):
            for name in public_names(module) - OF_EVERY_COMMAND:
                places[name].add(module.relative_to(PACKAGE))
    assert len(places) > 300
    twice = [
        f"{name}: {', '.join(sorted(map(str, found)))}"
        for name, found in sorted(places.items())
        if len({module.parts[0] for module in found}) > 1
    ]
    assert twice == [], "\n".join(twice)


def test_the_hall_of_the_gui_is_not_crowded() -> None:
    """What belongs together goes into a folder of its own."""
    hall = [path.name for path in (PACKAGE / "gui").glob("*.py") if path.name != "__init__.py"]
    assert 0 < len(hall) <= 20


def test_every_room_has_its_place_in_the_direction_of_imports() -> None:
    settings = tomllib.loads((HOUSE / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    placed = {name.strip() for layer in layers for name in layer.split("|")}
    assert len(rooms()) >= 9
    assert [room for room in rooms() if room not in placed] == []


def test_the_readme_tells_of_every_room() -> None:
    readme = (HOUSE / "README.md").read_text()
    untold = [
        room for room in rooms() if not re.search(rf"dpcn_app/{room}\b|(?<![\w/]){room}/", readme)
    ]
    assert untold == [], ", ".join(untold)
