"""A recording as a document: its pictures and places can be read back."""

import base64
import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from dpcn_app.sharing import page_document
from dpcn_app.sharing.page_document import STEPS, UNKNOWN, sheets
from tests.helpers.small_recording import small_recording


def read_back(document, texts, count):
    """Return the pictures of sheets, found as the page finds them."""
    width, height, across, down = (document[each] for each in ("width", "height", "across", "down"))
    read = [np.asarray(Image.open(io.BytesIO(base64.b64decode(text)))) for text in texts]
    found = []
    for frame in range(count):
        sheet, place = read[frame // (across * down)], frame % (across * down)
        top, left = place // across * height, place % across * width
        found.append(sheet[top : top + height, left : left + width])
    return np.stack(found)


def test_pictures_come_back_to_the_bit():
    recording = small_recording(13)
    document = page_document.page_document(recording)
    np.testing.assert_array_equal(read_back(document, document["input"], 13), recording.input)
    np.testing.assert_array_equal(read_back(document, document["clean"], 13), recording.clean)
    for mode, told in zip(recording.modes, document["modes"], strict=True):
        np.testing.assert_array_equal(read_back(document, told["sheets"], 13), mode.pictures)


def test_many_pictures_take_several_sheets(monkeypatch):
    monkeypatch.setattr(page_document, "SHEET", 20)
    recording = small_recording(13)
    document = page_document.page_document(recording)
    assert len(document["input"]) == 3  # of two by three frames each
    np.testing.assert_array_equal(read_back(document, document["input"], 13), recording.input)


def test_a_sheet_is_no_larger_than_a_phone_can_draw():
    for text in sheets(np.zeros((90, 300, 700), np.uint8)):
        assert max(Image.open(io.BytesIO(base64.b64decode(text))).size) <= page_document.SHEET


@pytest.mark.parametrize("scale", ["own", "common"])
def test_places_come_back_within_a_step(scale):
    recording = small_recording()
    told = page_document.page_document(recording)["modes"][1][scale]
    mode = recording.modes[1]
    found = np.frombuffer(base64.b64decode(told["points"]), "<i2").reshape(-1, 3) / STEPS
    np.testing.assert_allclose(found, getattr(mode, scale).place(mode.causes), atol=0.51 / STEPS)


def test_a_frame_that_was_not_inferred_has_no_place():
    recording = small_recording()
    mode = recording.modes[0]
    causes = mode.causes.copy()
    causes[4] = np.nan
    document = page_document.page_document(
        replace(recording, modes=(replace(mode, causes=causes),))
    )
    found = np.frombuffer(base64.b64decode(document["modes"][0]["own"]["points"]), "<i2")
    assert (found.reshape(-1, 3)[4] == UNKNOWN).all()
    assert (found == UNKNOWN).sum() == 3


def test_numbers_are_written_as_the_window_writes_them():
    document = page_document.page_document(small_recording())
    told = [mode["numbers"] for mode in document["modes"]]
    assert told == [
        {"accuracy": "0.12", "tightness": "−0.00"},
        {"accuracy": "1.12", "tightness": "−0.00"},
    ]


def test_a_video_without_noise_has_no_clean_pictures():
    document = page_document.page_document(replace(small_recording(), clean=None))
    assert document["clean"] is None


def test_modes_are_ranked_by_accuracy_and_then_by_tightness():
    recording = small_recording(names=("off", "both", "prior"), titles=("a", "b", "c"))
    numbers = (
        {"accuracy": 0.9, "tightness": 0.2},
        {"accuracy": 0.9, "tightness": 0.3},
        {"accuracy": 0.95, "tightness": -0.5},
    )
    modes = [
        replace(mode, numbers=each) for mode, each in zip(recording.modes, numbers, strict=True)
    ]
    document = page_document.page_document(replace(recording, modes=tuple(modes)))
    assert [mode["rank"] for mode in document["modes"]] == [2, 1, 0]
    plain = page_document.page_document(
        replace(recording, modes=tuple(replace(mode, numbers={}) for mode in modes))
    )
    assert [mode["rank"] for mode in plain["modes"]] == [0, 0, 0]
