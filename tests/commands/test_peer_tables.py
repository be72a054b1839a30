"""The tables of the races: who is how far behind."""

from dataclasses import replace

from dpcn_app.benchmarks.peers.contest import Entry, Heat, Setting
from dpcn_app.benchmarks.peers.dictionary import DictionaryRace, LearningCurve
from dpcn_app.benchmarks.peers.machine import Scaling
from dpcn_app.benchmarks.peers.races import Race, Requirement
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.commands.peer_tables import heat_sheet, overview, race_sheets


def an_entry(name: str, seconds: float, gap: float = 1e-5) -> Entry:
    setting = Setting(0.0, 1.0, gap)
    behind = Ratio(seconds / 2, seconds / 4, seconds)
    return Entry(name, setting, Timing.of([seconds]), behind, 12.3, setting.qualified)


FRAME = Heat(
    "a frame",
    "frame",
    1,
    (
        an_entry("dpcn_app", 2.0),
        an_entry("dpcn_app, exact solver", 1.0),
        an_entry("NumPy", 8.0),
        an_entry("PyTorch", 4000.0),
    ),
)


def test_the_best_peer_is_no_solver_of_ours() -> None:
    row = overview(Race("frame", heats=(FRAME,))).rows[0]
    assert row == (
        "a frame",
        "2,000 ms a frame",
        "NumPy 4× (2–8)",
        "dpcn_app, exact solver 0.5×, PyTorch 2,000×",
    )


def test_a_peer_that_wins_is_shown_as_winning() -> None:
    ahead = replace(FRAME, entries=(FRAME.entries[0], an_entry("NumPy", 0.5)))
    requirement = Requirement("how far behind", 1, ahead.best_peer.behind.median)
    race = Race("frame", heats=(ahead,), requirements=(requirement,))
    assert overview(race).rows[0][2] == "NumPy 0.25× (0.125–0.5)"
    (sheet,) = race_sheets(race)
    assert sheet.rows == (("how far behind", "1×", "0.25×", "NO"),)


def test_a_learner_that_wins_is_shown_as_winning_with_its_settings() -> None:
    curves = (
        LearningCurve("dpcn_app", {"rate": 0.5}, (9.0, 6.0), ((0.0, 2.0),)),
        LearningCurve("SPAMS", {"batch": 64, "rho": 0.9}, (9.0, 5.0), ((0.0, 1.0),)),
    )
    learning = DictionaryRace(
        "shapes", 100, curves, {"dpcn_app": 3, "SPAMS": 12}, {"SPAMS": Ratio(0.4, 0.3, 0.5)}
    )
    (sheet,) = race_sheets(Race("training", learning=(learning,)))
    assert sheet.rows == (
        ("dpcn_app", "rate 0.5", "2", "6.000", "1×"),
        ("SPAMS", "batch 64, rho 0.9", "1", "5.000", "0.4× (0.3–0.5)"),
    )
    assert "dpcn_app 3, SPAMS 12" in sheet.note


def test_a_race_without_peers_shows_our_time_alone() -> None:
    alone = replace(FRAME, entries=FRAME.entries[:1])
    assert overview(Race("frame", heats=(alone,))).rows[0][2:] == ("", "")


def test_a_heat_tells_who_never_reached_the_accuracy() -> None:
    assert heat_sheet(FRAME).note == ""
    slow = replace(FRAME, entries=(*FRAME.entries, an_entry("slow", 9.0, gap=0.02)))
    assert heat_sheet(slow).rows[-1][3] == "2e-02 never"
    assert "never" in heat_sheet(slow).note


def test_what_was_asked_stands_beside_what_was_reached() -> None:
    requirements = (Requirement("speed", 2, 3.5), Requirement("threads", 1.7, 1.6))
    (sheet,) = race_sheets(Race("frame", requirements=requirements))
    assert sheet.rows == (
        ("speed", "2×", "3.50×", "yes"),
        ("threads", "1.7×", "1.60×", "NO"),
    )


def test_two_threads_are_told_with_their_range() -> None:
    scaling = Scaling("frame", Timing.of([0.002]), Timing.of([0.001]), Ratio(2.0, 1.5, 2.25))
    (sheet,) = race_sheets(Race("frame", threads=(scaling,)))
    assert sheet.rows == (("frame", "2", "1", "2.00× (1.50–2.25)"),)
