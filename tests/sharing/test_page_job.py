"""A page made beside the window: it arrives, it can be stopped, and what goes wrong is said."""

import threading

import pytest

from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing import page_job
from dpcn_app.sharing.page_job import PageJob
from dpcn_app.sharing.page_order import PageOrder

ORDER = PageOrder(Settings(source=shapes_source(frames=12), modes=("off",)), frames=12)


def finished(job):
    job.start()
    job.join(60)
    assert not job.is_alive()
    return job


def test_the_page_arrives():
    job = finished(PageJob(ORDER))
    assert job.page is not None and job.page.startswith(b"<!doctype html>")
    assert job.progress.take() == (1.0, "done") and job.problem == ""


def test_it_can_be_stopped_and_leaves_nothing(monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def make(order, report):
        begun.set()
        assert go_on.wait(30)
        report(0.5, "half")
        return b"page"

    monkeypatch.setattr(page_job, "make_page", make)
    job = PageJob(ORDER)
    job.start()
    assert begun.wait(30)
    job.stop()
    go_on.set()
    job.join(30)
    assert job.page is None and job.problem == ""


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(ValueError("odd"), "could not be made (ValueError: odd)"), (MemoryError(), "not enough")],
)
def test_an_unexpected_error_is_said(monkeypatch, error, sentence):
    def make(order, report):
        raise error

    monkeypatch.setattr(page_job, "make_page", make)
    job = finished(PageJob(ORDER))
    assert job.page is None and sentence in job.problem


def test_what_cannot_be_shown_is_said():
    job = finished(PageJob(PageOrder(Settings(source="nowhere.mp4"), frames=12)))
    assert "nowhere.mp4" in job.problem
