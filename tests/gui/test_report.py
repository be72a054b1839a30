"""The report of the running window."""

import json

import pytest

from dpcn_app.errors import UserError
from dpcn_app.gui.report import Report
from dpcn_app.live.controller import Controller
from dpcn_app.live.settings import Settings, shapes_source


def test_a_line_holds_frame_modes_scores_and_lateness(qtbot, tmp_path):
    path = tmp_path / "report.jsonl"
    report = Report(path)
    controller = Controller(Settings(source=shapes_source(frames=120)), playing=False)
    while controller.work(1.0) is not None:
        pass
    report.show_snapshot(controller.snapshot())
    assert path.read_text().count("\n") == 1  # the first inferred frame is written at once
    qtbot.waitUntil(lambda: path.read_text().count("\n") >= 2, timeout=5_000)
    report.close()
    line = json.loads(path.read_text().splitlines()[0])
    assert line["frame"] == 0
    assert line["modes"] == ["off"]
    assert line["inferred"] == [120]
    assert 0 <= line["scores"][0]["kmeans"] <= 1
    assert {"p50", "p99", "max"} == set(line["late_ms"])


def test_another_mode_is_written_at_once(qtbot, tmp_path):
    path = tmp_path / "report.jsonl"
    report = Report(path)
    bottom_up, top_down = (
        Controller(Settings(modes=(mode,))).snapshot() for mode in ("off", "both")
    )
    for snapshot in (bottom_up, bottom_up, top_down, top_down):
        report.show_snapshot(snapshot)
    told = [json.loads(line)["modes"] for line in path.read_text().splitlines()]
    assert told == [["off"], ["both"]]
    report.close()


def test_a_file_that_cannot_be_written_is_refused(tmp_path, qapp):
    with pytest.raises(UserError, match="cannot be written"):
        Report(tmp_path / "no" / "report.jsonl")
