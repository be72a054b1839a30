"""A training that is stopped goes on to the same network; bad checkpoints are refused."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine import health as health_module
from dpcn_app.engine import learning as learning_module
from dpcn_app.engine import trainer as trainer_module
from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.engine.learning import update_layer
from dpcn_app.engine.plan import Plan
from dpcn_app.engine.trainer import Place, Trainer
from dpcn_app.errors import UserError
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from tests.helpers.tiny_training import (
    FIRST,
    LEARNING,
    SECOND,
    SPEC,
    BarsStream,
    assert_same,
    differences,
    finish,
    trainer,
)


def resume(checkpoint: Checkpoint, **changes: Any) -> Trainer:
    settings: dict[str, Any] = {
        "spec": SPEC,
        "learning": LEARNING,
        "stream": BarsStream(),
        "seed": 0,
    }
    return Trainer.resume(checkpoint, **(settings | changes))


@pytest.fixture
def eventful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make units die soon, so that randomness takes part, and make no restart good enough."""
    monkeypatch.setattr(learning_module, "_PATIENCE", 2)
    monkeypatch.setattr(health_module, "GOOD", 1.1)


# --- stopping and continuing ----------------------------------------------------------------------


def checkpoints(training: Trainer) -> Iterator[tuple[Place, Checkpoint]]:
    """Yield the checkpoint before every step, and the step."""
    while not training.done:
        checkpoint = training.checkpoint()
        yield training.advance().place, checkpoint


@pytest.mark.usefixtures("eventful")
def test_a_training_stopped_anywhere_goes_on_to_the_same_network(tmp_path: Path) -> None:
    whole = trainer()
    taken = list(checkpoints(whole))
    assert len(taken) == 96
    assert sum(progress.reseeded for progress in trainer()) > 5
    for place, checkpoint in taken:
        path = tmp_path / "training.checkpoint"
        save_checkpoint(path, checkpoint)
        resumed = resume(load_checkpoint(path))
        assert not resumed.done
        finish(resumed)
        assert differences(resumed.network, whole.network) == [], place
        assert resumed.health == whole.health, place


@pytest.mark.usefixtures("eventful")
def test_a_checkpoint_taken_while_the_video_is_encoded_again_is_good_too() -> None:
    whole = trainer()
    taken = dict(checkpoints(whole))
    for place in (
        Place(1, "encode", 0, 0, 4),
        Place(1, "learn", 0, 1, 2),
        Place(1, "learn", 2, 0, 0),
        Place(1, "judge", 1, 0, 3),
    ):
        for steps in (0, 1, 5, 6, 7):
            resumed = resume(taken[place])
            for _ in range(steps):
                resumed.advance()
            assert_same(finish(resume(resumed.checkpoint())), whole)


@pytest.mark.usefixtures("eventful")
def test_a_training_that_is_stopped_again_and_again_arrives() -> None:
    training, rounds = trainer(), 0
    while not training.done:
        for _ in range(9):
            if not training.done:
                training.advance()
        training, rounds = resume(training.checkpoint()), rounds + 1
    assert rounds > 10
    assert_same(training, finish(trainer()))


def test_a_finished_training_is_resumed_as_finished(tmp_path: Path) -> None:
    whole = finish(trainer())
    save_checkpoint(tmp_path / "done", whole.checkpoint())
    resumed = resume(load_checkpoint(tmp_path / "done"))
    assert resumed.done
    assert list(resumed) == []
    assert_same(resumed, whole)


def test_a_checkpoint_does_not_change_when_the_training_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning_module, "_PATIENCE", 2)
    training, taken = trainer(), []
    for _ in training:
        checkpoint = training.checkpoint()
        arrays = {name: array.tobytes() for name, array in checkpoint.arrays.items()}
        taken.append((checkpoint, arrays, repr(checkpoint.meta)))
    for checkpoint, arrays, meta in taken:
        assert {name: array.tobytes() for name, array in checkpoint.arrays.items()} == arrays
        assert repr(checkpoint.meta) == meta


@pytest.mark.usefixtures("eventful")
def test_a_step_that_is_broken_off_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Like Ctrl-C at the end of a step, when everything but the last line has been done."""
    whole, training = finish(trainer()), trainer()
    share = Plan.share

    def interrupt(plan: Plan, place: Place) -> float:
        raise KeyboardInterrupt

    broken_off = 0
    while not training.done:
        with monkeypatch.context() as patch:
            patch.setattr(Plan, "share", interrupt)
            before = training.checkpoint()
            with pytest.raises(KeyboardInterrupt):
                training.advance()
            assert repr(training.checkpoint().meta) == repr(before.meta)
        broken_off += 1
        if broken_off % 13 == 0:
            training = resume(training.checkpoint())
        training.advance()
    assert Plan.share is share
    assert broken_off > 96
    assert_same(training, whole)


def test_an_update_that_fails_half_way_leaves_means_and_randomness_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning_module, "_PATIENCE", 2)
    whole, training = finish(trainer()), trainer()
    calls = 0

    def failing(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        result = update_layer(*arguments)
        if calls % 2:
            raise MemoryError
        return result

    monkeypatch.setattr(trainer_module, "update_layer", failing)
    while not training.done:
        try:
            training.advance()
        except MemoryError:
            continue
    assert_same(training, whole)


# --- checkpoints that are refused -----------------------------------------------------------------


@pytest.fixture(scope="module")
def early() -> dict[Place, Checkpoint]:
    """Checkpoints of a training that goes through all its restarts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health_module, "GOOD", 1.1)
        training = trainer()
        taken = dict(checkpoints(training))
        taken[Place(1, "done")] = training.checkpoint()
        return taken


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("seed", {"seed": 1}),
        ("spec", {"spec": replace(SPEC, layers=(FIRST, replace(SECOND, sparsity=0.2)))}),
        ("learning", {"learning": (LEARNING[0], replace(LEARNING[1], epochs=3))}),
        ("steps", {"stream": BarsStream(steps=5)}),
        ("video", {"stream": BarsStream(seed=1)}),
    ],
)
def test_resuming_with_other_settings_is_refused(
    early: dict[Place, Checkpoint], name: str, changes: dict[str, Any], tmp_path: Path
) -> None:
    save_checkpoint(tmp_path / "c", early[Place(1, "learn", 1, 1, 3)])
    with pytest.raises(UserError, match=f"belongs to another training: its {name} differs"):
        resume(load_checkpoint(tmp_path / "c"), **changes)


@pytest.mark.parametrize(
    "place",
    [
        Place(0, "learn", 0, 0, 1),
        Place(0, "judge", 1, 0, 4),
        Place(1, "learn", 2, 1, 3),
        Place(1, "judge", 2, 0, 2),
    ],
    ids=str,
)
def test_a_checkpoint_with_an_array_missing_or_misshapen_is_refused(
    early: dict[Place, Checkpoint], place: Place
) -> None:
    whole = early[place]
    resume(whole)
    assert len(whole.arrays) >= 9
    for name, array in whole.arrays.items():
        others = {other: kept for other, kept in whole.arrays.items() if other != name}
        infinite = array.astype(np.float64)
        infinite.flat[0] = np.nan
        damaged = [None, array[:-1], array[..., None], array.astype(np.uint8), infinite]
        for instead in damaged:
            arrays = others if instead is None else others | {name: instead}
            with pytest.raises(UserError, match=r"damaged|video differs"):
                resume(Checkpoint(whole.meta, arrays))


@pytest.mark.parametrize(
    "change",
    [
        {"layer": 2},
        {"layer": -1},
        {"layer": 0.0},
        {"layer": "1"},
        {"phase": "dream"},
        {"phase": None},
        {"phase": ["learn"]},
        {"phase": "encode"},
        {"phase": "done"},
        {"restart": 3},
        {"restart": -1},
        {"restart": 1},
        {"epoch": 2},
        {"epoch": True},
        {"step": 6},
        {"step": -1},
        {"step": 10**30},
        {"night": 1},
        {"layer": 0},
    ],
    ids=str,
)
def test_a_checkpoint_from_nowhere_in_the_plan_is_refused(
    early: dict[Place, Checkpoint], change: dict[str, Any]
) -> None:
    place = Place(1, "learn", 2, 1, 3)
    checkpoint = early[place]
    meta = checkpoint.meta | {"place": asdict(place) | change}
    with pytest.raises(UserError, match="damaged"):
        resume(Checkpoint(meta, checkpoint.arrays))


def without(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda meta: meta.pop(name)


def with_value(name: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda meta: meta.update({name: value})


NO_SIGNS = {"coverage": 2.0, "balance": 0.0, "exclusiveness": 0.0, "steadiness": 0.0}


@pytest.mark.parametrize(
    "damage",
    [
        *(without(name) for name in ("settings", "place", "scales", "health", "rng", "batches")),
        with_value("settings", 5),
        with_value("place", [1, "learn"]),
        with_value("place", {}),
        with_value("scales", [1.0]),
        with_value("scales", ["1", "1"]),
        with_value("scales", [0.0, 1.0]),
        with_value("scales", 3),
        with_value("health", [[], []]),
        with_value("health", [[NO_SIGNS], [NO_SIGNS] * 2]),
        with_value("health", [["well"], []]),
        with_value("health", None),
        with_value("rng", {}),
        with_value("rng", "PCG64"),
        with_value("rng", {"bit_generator": "MT19937"}),
        with_value("batches", -1),
        with_value("batches", "many"),
        with_value("transitions", 0.5),
    ],
)
def test_a_checkpoint_with_nonsense_in_its_fields_is_refused(
    early: dict[Place, Checkpoint], damage: Callable[[dict[str, Any]], Any]
) -> None:
    checkpoint = early[Place(1, "learn", 2, 1, 3)]
    meta = dict(checkpoint.meta)
    damage(meta)
    with pytest.raises(UserError, match=r"damaged|differs"):
        resume(Checkpoint(meta, checkpoint.arrays))


def test_a_generator_beyond_its_numbers_is_refused(early: dict[Place, Checkpoint]) -> None:
    checkpoint = early[Place(1, "learn", 2, 1, 3)]
    rng = checkpoint.meta["rng"] | {"state": {"state": 2**200, "inc": -1}}
    with pytest.raises(UserError, match="damaged"):
        resume(Checkpoint(checkpoint.meta | {"rng": rng}, checkpoint.arrays))


def test_a_finished_training_without_a_verdict_is_refused(early: dict[Place, Checkpoint]) -> None:
    checkpoint = early[Place(1, "done")]
    assert resume(checkpoint).done
    health = [checkpoint.meta["health"][0], []]
    with pytest.raises(UserError, match="damaged"):
        resume(Checkpoint(checkpoint.meta | {"health": health}, checkpoint.arrays))
