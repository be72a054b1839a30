"""A camera in the running app: watched live, stepped back, and closed at once."""

import pytest

from tests.helpers.desktop import missing_tools, open_desktop

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def test_live_then_back_then_live_again_and_closed_while_it_runs(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start("camera:0", DPCN_APP_CAMERA="testsrc2=size=160x120:rate=30")
        first = app.wait_line(
            lambda line: line["camera"] and line["camera"]["kept"] > 5, "the camera", after=0
        )
        assert first["camera"]["live"]
        before = app.keys("Left")
        back = app.wait_line(lambda line: not line["playing"], "a pause", after=before)
        assert not back["camera"]["live"]
        before = app.keys("ctrl+l")
        app.wait_line(
            lambda line: line["camera"]["live"] and line["frame"] > back["frame"] + 1,
            "newer frames",
            after=before,
        )
        app.close()
