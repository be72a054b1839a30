"""The figure sheet: pages in A4 with what was seen and learnt, honest about what is missing."""

import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from dpcn_app.errors import UserError
from dpcn_app.sharing import sheet as module
from dpcn_app.sharing.sheet import check_sheet, save_sheet, sheet_file
from dpcn_app.sharing.sheet_demonstration import demonstration_pages
from dpcn_app.sharing.sheet_network import network_pages
from dpcn_app.sharing.sheet_page import BOTTOM, FigureNumbers, SheetPage
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.curves import CurveRow, GrowingCurves, curves_as_json
from tests.helpers.small_recording import small_recording


def words_of(figure: Figure) -> str:
    """Return all that is written on a page."""
    texts = [text.get_text() for text in figure.texts]
    texts += [axes.get_title(loc="left") + axes.get_title() for axes in figure.axes]
    return " ".join(texts)


def all_words(pages: list[SheetPage]) -> str:
    return " ".join(words_of(page.figure) for page in pages)


def trained():
    """Return a network with the curves of a training of two layers."""
    growing = GrowingCurves()
    change = dict.fromkeys("ABC", 0.1)
    growing.add(
        CurveRow(step, step // 20, {"reconstruction": 40.0 - step}, change, 0.2, 0.3)
        for step in range(40)
    )
    model = open_model("shapes-easy")
    return replace(model, recipe=model.recipe | {"curves": curves_as_json(growing.curves())})


def test_it_is_one_file_of_pages_in_a4(tmp_path):
    size = save_sheet(tmp_path / "a.pdf", small_recording(), open_model("shapes-easy"))
    content = (tmp_path / "a.pdf").read_bytes()
    assert len(content) == size and content.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", content)
    assert len(boxes) >= 2
    for width, height in boxes:
        assert float(width) == pytest.approx(595.3, abs=0.1)
        assert float(height) == pytest.approx(841.9, abs=0.1)


def test_the_same_recording_gives_the_same_bytes():
    recording, model = small_recording(), open_model("shapes-easy")
    assert sheet_file(recording, model) == sheet_file(recording, model)


def test_the_demonstration_has_the_scores_to_two_digits():
    pages = demonstration_pages(small_recording(), FigureNumbers())
    words = all_words(pages)
    assert "small watches video of small" in words and "structured noise 1.5" in words
    for expected in ("accuracy", "tightness", "0.12", "1.12", "−0.00", "Top-down is fair."):
        assert expected in words, expected


def test_a_video_without_classes_has_no_scores_and_says_so():
    recording = small_recording()
    modes = tuple(replace(mode, numbers={}, verdict="") for mode in recording.modes)
    unknown = np.full(len(recording.input), -1)
    recording = replace(recording, classes=(), labels=unknown, modes=modes, clean=None)
    words = all_words(demonstration_pages(recording, FigureNumbers()))
    assert "There are no scores" in words and "Clean" not in words


@pytest.mark.parametrize("count", [1, 3, 5, 12])
def test_any_number_of_modes_fits_on_the_pages(count):
    recording = small_recording(300, shape=(32, 32))
    repeated = (recording.modes * 6)[:count]
    modes = tuple(replace(each, title=f"Mode {n} of these") for n, each in enumerate(repeated))
    recording = replace(recording, modes=modes)
    pages = demonstration_pages(recording, FigureNumbers())
    assert all(page.at <= BOTTOM + 2 for page in pages), [page.at for page in pages]
    assert len(pages) == (1 if count <= 3 else 2 if count == 5 else 3)


def test_training_curves_are_drawn_where_the_network_has_them():
    words = all_words(network_pages("mine", trained(), FigureNumbers()))
    assert "The training step by step" in words and "There are no training curves" not in words
    without = all_words(network_pages("shapes-easy", open_model("shapes-easy"), FigureNumbers()))
    assert "There are no training curves" in without and "step by step" not in without


@pytest.mark.parametrize("name", ["shapes-easy", "shapes-hard", "natural"])
def test_atoms_fields_and_transitions_of_every_layer_are_there(name):
    model = open_model(name)
    pages = network_pages(name, model, FigureNumbers())
    words = all_words(pages)
    assert f"the {model.network.spec.layers[0].states} atoms of layer 1" in words
    for layer, spec in enumerate(model.network.spec.layers, 1):
        assert f"{spec.causes} causes of layer {layer}" in words
        assert f"A of layer {layer}" in words
    assert all(page.at <= BOTTOM + 2 for page in pages), [page.at for page in pages]
    numbers = [int(each) for each in re.findall(r"Figure (\d+)\.", words)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_names_that_look_like_mathematics_are_written_as_they_are():
    recording = small_recording(name="a $x_1 $ b_{")
    assert sheet_file(recording, open_model("shapes-easy")).startswith(b"%PDF-")


def test_another_ending_and_a_missing_folder_are_refused(tmp_path):
    with pytest.raises(UserError, match=r"ends with \.pdf"):
        check_sheet(tmp_path / "a.png")
    with pytest.raises(UserError, match="folder does not exist"):
        check_sheet(tmp_path / "no" / "a.pdf")


def test_a_full_disk_is_told_and_the_old_sheet_stays(tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dpcn_app.storage.atomic.os.fsync", full)
    monkeypatch.setattr(module, "sheet_file", lambda *_: b"new")
    with pytest.raises(UserError, match="disk is full"):
        save_sheet(tmp_path / "a.pdf", small_recording(), open_model("shapes-easy"))
    assert (tmp_path / "a.pdf").read_bytes() == b"old"
