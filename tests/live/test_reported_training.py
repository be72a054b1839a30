"""What the training's process does with its orders, without a process."""

import io
import os
import pickle
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.live import reported_training
from dpcn_app.live.reported_training import Orders, ReportedTraining, send, sentence_about
from dpcn_app.live.training_messages import Order, TrainingReport
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import preset
from tests.helpers.tiny_training import differences

EASY = preset("shapes-easy")


def training(checkpoint: Path | None = None, *, frames: int = 60, resume: bool = False) -> Training:
    return Training(EASY, frames, 3, checkpoint=checkpoint, resume=resume)


def orders(*given: Order) -> Orders:
    """Return orders that have all come, and of which no more will come."""
    read = Orders(io.BytesIO(b"".join(pickle.dumps(each) for each in given)))
    assert read.ended.wait(30)
    return read


def carried_out(job: Training, *given: Order, coming: Orders | None = None) -> list[TrainingReport]:
    """Carry a training out and return its reports."""
    outlet = io.BytesIO()
    ReportedTraining(job, coming or orders(*given), outlet).run()
    outlet.seek(0)
    reports = []
    while outlet.tell() < outlet.getbuffer().nbytes:
        reports.append(pickle.load(outlet))
    return reports


def test_a_training_that_is_left_keeps_a_checkpoint_and_goes_on_to_the_same_network(tmp_path):
    alone = training().run().network
    file, steps = tmp_path / "c", 9
    left = training(file)
    for _ in range(steps):
        left.advance()
    carried_out(left, Order.LEAVE)
    resumed = training(file, resume=True)
    resumed.pause(True)
    reports = carried_out(resumed, Order.GO_ON)  # and the window goes, before any step
    assert [report.state for report in reports] == ["paused", "running"]
    final = training(file, resume=True)
    while final.state.under_way:
        final.advance()
    assert differences(final.trainer.network, alone) == []
    assert differences(reports[0].network, left.trainer.network) == []


def test_a_training_that_begins_has_no_earlier_curves():
    assert {report.before for report in carried_out(training(), Order.STOP, Order.FORGET)} == {None}


def test_stopping_hands_the_network_over_and_then_forgets_the_checkpoint(tmp_path):
    file = tmp_path / "c"
    job = training(file)
    job.advance()
    job.keep_checkpoint()
    first, last = carried_out(job, Order.STOP, Order.FORGET)
    assert (first.state, first.model) == ("running", None)
    assert last.state == "stopped" and last.model is not None
    assert last.model.network is last.network
    assert not file.exists()


def test_a_network_that_nobody_has_kept_leaves_its_checkpoint(tmp_path):
    file = tmp_path / "c"
    carried_out(training(file), Order.STOP)
    assert not training(file, resume=True).trainer.done


def test_orders_that_come_after_the_end_change_nothing(tmp_path):
    last = carried_out(training(tmp_path / "c"), Order.STOP, Order.PAUSE, Order.FORGET)[-1]
    assert last.state == "stopped"


def test_a_step_that_fails_is_told_and_pauses_the_training(monkeypatch, tmp_path):
    def fail(_):
        raise RuntimeError("out of order")

    job = training(tmp_path / "c")
    monkeypatch.setattr(type(job.trainer), "advance", fail)
    read, write = os.pipe()
    outlet = io.BytesIO()
    with os.fdopen(read, "rb") as inlet, os.fdopen(write, "wb") as window:

        def send_and_go(to, report):
            send(to, report)
            if report.failed:
                window.close()

        monkeypatch.setattr("dpcn_app.live.reported_training.send", send_and_go)
        ReportedTraining(job, Orders(inlet), outlet).run()
    outlet.seek(0)
    _, report = pickle.load(outlet), pickle.load(outlet)
    assert (report.state, report.failed) == ("paused", True)
    assert "The training failed because of an error inside the app" in report.problems[0]
    assert (tmp_path / "c").exists()


def test_errors_are_told_in_their_own_words_where_they_have_some():
    assert sentence_about(UserError("No such video.")) == "No such video."
    assert "inside the app (ValueError: odd)" in sentence_about(ValueError("odd"))


def test_nobody_to_send_to_is_no_error():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb", buffering=0) as outlet:
        send(outlet, "a report")


@pytest.mark.parametrize("rest", [b"", b"\x80", b"no pickle."])
def test_orders_that_break_off_mean_to_leave(rest):
    read = Orders(io.BytesIO(pickle.dumps(Order.PAUSE) + rest))
    assert [read.next(None), read.next(None)] == [Order.PAUSE, Order.LEAVE]
    assert read.next(0.0) is None


class Unhurried(Orders):
    """Orders of which the first comes only when a step has been kept back for a while."""

    def __init__(self, *given: Order) -> None:
        super().__init__(io.BytesIO())
        assert self.ended.wait(30)
        self.given, self.waits = list(given), list[float]()

    def next(self, seconds: float | None) -> Order | None:
        if seconds is not None:
            self.waits.append(seconds)
        if seconds is None or len(self.waits) == 4:
            return self.given.pop(0)
        return None


def test_the_first_steps_of_a_slow_start_are_kept_back_until_the_order_to_hurry():
    job, outlet = training(), io.BytesIO()
    given = Unhurried(Order.HURRY, Order.FORGET)
    ReportedTraining(job, given, outlet, 100.0).run()
    assert job.state == "done"
    assert given.waits[0] == 0 and all(0.5 < wait <= 1 for wait in given.waits[1:4])
    assert not any(given.waits[4:])
    outlet.seek(0)
    reports = [pickle.load(outlet) for _ in range(2)]
    assert reports[0].slow_left == 100 and 90 < reports[1].slow_left < 100
    while outlet.tell() < outlet.getbuffer().nbytes:
        last = pickle.load(outlet)
    assert last.slow_left == 0


SENDING = [(0.0, 0.2), (0.003, 0.2), (0.02, 0.69), (9.0, 11.0)]


@pytest.mark.parametrize(("to_send", "period"), SENDING)
def test_reports_of_a_network_that_takes_long_to_send_come_less_often(monkeypatch, to_send, period):
    now, sent = [0.0], list[float]()

    def slow_send(*_):
        sent.append(now[0])
        now[0] += to_send

    def quick_step():
        now[0] += 0.05
        return advance()

    job = training(frames=400)
    advance = job.advance
    monkeypatch.setattr(job, "advance", quick_step)
    monkeypatch.setattr(reported_training, "send", slow_send)
    monkeypatch.setattr(reported_training, "time", SimpleNamespace(monotonic=lambda: now[0]))
    ReportedTraining(job, Unhurried(Order.HURRY, Order.FORGET), io.BytesIO()).run()
    between = np.diff(sent[3:-1])  # the first step, an order, and the end are told at once
    assert len(between) and period - 1e-6 <= between.min() and between.max() < period + 0.06


def test_without_a_slow_start_no_step_is_kept_back():
    given = Unhurried(Order.STOP, Order.FORGET)
    ReportedTraining(training(), given, io.BytesIO()).run()
    assert not any(given.waits)


def test_the_curves_of_a_resumed_training_go_on_where_they_stood(tmp_path):
    file, steps = tmp_path / "c", 5
    left = training(file)
    for _ in range(steps):
        left.advance()
    left.keep_checkpoint()
    reports = carried_out(training(file, resume=True), coming=Unhurried(Order.STOP, Order.FORGET))
    before = reports[0].before
    assert before is not None and before.curves().steps.tolist() == list(range(steps))
    assert all(report.before is None for report in reports[1:])
    rows = [row.step for report in reports for row in report.rows]
    assert rows[0] == steps and rows == sorted(set(rows))
