"""The header of a step: what each line brings about, and what is refused."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.step_header import StepHeader, read_header_line


def read(*lines: tuple[str, str]) -> StepHeader:
    header = StepHeader()
    for name, value in lines:
        read_header_line(header, name, value)
    return header


def test_settings_have_the_types_that_they_need():
    header = read(("noise", "1.5"), ("seed", "3"), ("modes", "off, prior:T"), ("loop", "no"))
    assert header.settings == {"noise": 1.5, "seed": 3, "modes": ("off", "prior:T"), "loop": False}


def test_frames_atoms_and_causes_count_from_1_as_in_the_window():
    setup = read(("frame", "101"), ("select", "atom 12")).setup()
    assert (setup.frame, setup.atom) == (100, 11)
    assert read(("select", "cause 3 of layer 2")).setup().cause == (1, 2)


def test_strengths_are_pairs():
    strengths = read(("strengths", "handed_down=3, time=5")).settings["strengths"]
    assert strengths == (("handed_down", 3.0), ("time", 5.0))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("key Shift+J", "key"),
        ("answer", "answer"),
        ("training done", "training"),
        ("leak:off < 0.5", "number"),
    ],
)
def test_a_step_may_wait_for_four_kinds_of_things(value, kind):
    assert read(("wait", value)).awaited.kind == kind


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("noise", "-1"),
        ("noise", "loud"),
        ("modes", "sideways"),
        ("frame", "0"),
        ("playing", "perhaps"),
        ("panels", "kitchen"),
        ("light", "sun"),
        ("select", "everything"),
        ("camera", "1, 2"),
        ("wait", "key Hyper+Q"),
        ("wait", "a while"),
        ("volume", "11"),
        ("edition", "1"),
        ("source", "/etc/passwd"),
        ("strokes", "1"),
    ],
)
def test_what_is_not_known_is_refused(name, value):
    with pytest.raises(UserError):
        read((name, value))


def test_a_line_counts_once():
    with pytest.raises(UserError, match="twice"):
        read(("noise", "1"), ("noise", "2"))
