"""Playing an inference: forward and back, through all of its passes."""

import pytest

from dpcn_app.gui.panels.microscope import iteration_player
from dpcn_app.gui.panels.microscope.iteration_player import IterationPlayer


@pytest.fixture
def player(qapp, monkeypatch) -> IterationPlayer:
    for name in ("_SLOW", "_QUICK", "_PAUSE"):
        monkeypatch.setattr(iteration_player, name, 0)
    player = IterationPlayer()
    player.use_lengths((3, 2))
    return player


def followed(qtbot, player: IterationPlayer, direction: int) -> list[tuple[int, int]]:
    """Return all places that are played through until it ends."""
    seen = []
    player.moved.connect(lambda: seen.append((player.number, player.iteration)))
    player.play(direction)
    qtbot.waitUntil(lambda: player.direction == 0)
    return seen


def test_it_begins_at_the_end_of_the_first_pass(player) -> None:
    assert (player.number, player.iteration, player.length) == (0, 3, 3)


def test_it_plays_to_the_end_of_the_last_pass(qtbot, player) -> None:
    player.go(1, 0)
    assert followed(qtbot, player, 1) == [(0, 2), (0, 3), (1, 0), (1, 1), (1, 2)]


def test_from_the_end_it_begins_anew(qtbot, player) -> None:
    player.go(2, 1)
    assert followed(qtbot, player, 1)[0] == (0, 0)


def test_from_the_end_of_an_earlier_pass_that_pass_is_played_again(qtbot, player) -> None:
    player.go(3, 0)
    assert followed(qtbot, player, 1)[:2] == [(0, 0), (0, 1)]


def test_it_plays_back_to_the_start_and_from_there_begins_at_the_end(qtbot, player) -> None:
    player.go(1, 1)
    assert followed(qtbot, player, -1) == [(1, 0), (0, 3), (0, 2), (0, 1), (0, 0)]
    assert followed(qtbot, player, -1)[0] == (1, 2)


def test_a_step_stops_playing_and_crosses_passes(player) -> None:
    player.play(1)
    player.go(3, 0)
    player.step(1)
    assert (player.number, player.iteration, player.direction) == (1, 0, 0)
    player.step(-1)
    assert (player.number, player.iteration) == (0, 3)
    for _ in range(9):
        player.step(-1)
    assert (player.number, player.iteration) == (0, 0)


def test_nothing_leads_outside_the_inference(player) -> None:
    player.go(10**6, 10**6)
    assert (player.number, player.iteration) == (1, 2)
    player.go(-5, -5)
    assert (player.number, player.iteration) == (0, 0)


def test_another_frame_keeps_the_iteration_or_the_end(player) -> None:
    player.go(2, 0)
    player.use_lengths((5, 2))
    assert player.iteration == 2
    player.use_lengths((1, 2))
    assert player.iteration == 1
    player.use_lengths((7, 2))
    assert player.iteration == 7
    player.go(0, 1)
    player.use_lengths((4,))
    assert (player.number, player.iteration) == (0, 4)
