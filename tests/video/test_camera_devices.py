"""Which cameras there are, and what is said of one that cannot be opened."""

import errno
import sys

import av
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video import camera_devices
from dpcn_app.video.camera_devices import found_cameras, open_device
from tests.helpers.some_camera import stand_in


def device(folder, name, index):
    (folder / name).mkdir(parents=True)
    (folder / name / "index").write_text(f"{index}\n")


@pytest.mark.skipif(sys.platform != "linux", reason="cameras are looked for on Linux")
def test_each_camera_is_found_once_by_the_device_that_takes_its_pictures(tmp_path):
    for name, index in (("video0", 0), ("video1", 1), ("video10", 0), ("video99", 0)):
        device(tmp_path, name, index)
    (tmp_path / "video3").mkdir()  # unplugged just now
    device(tmp_path, "vbi0", 0)
    assert found_cameras(tmp_path) == (0, 10)
    assert found_cameras(tmp_path / "none") == ()


def test_a_generated_picture_stands_for_a_camera(monkeypatch):
    stand_in(monkeypatch)
    assert found_cameras() == (0,)
    container = open_device(5)
    assert container.streams.video[0].codec_context.width == 64
    container.close()


@pytest.mark.skipif(sys.platform != "linux", reason="a device of Linux")
def test_a_missing_camera_is_told(monkeypatch):
    monkeypatch.delenv("DPCN_APP_CAMERA", raising=False)
    with pytest.raises(UserError, match="There is no camera 63; plug it in"):
        open_device(63)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(errno.EACCES, "no"), "You may not use camera 0; allow it"),
        (OSError(errno.EBUSY, "busy"), "Camera 0 is in use by another program; close"),
        (OSError(errno.ENODEV, "gone"), "Camera 0 cannot be opened"),
        (av.error.InvalidDataError(1, "strange"), "Camera 0 cannot be opened"),
    ],
    ids=["forbidden", "busy", "gone", "strange"],
)
def test_what_keeps_a_camera_from_being_opened_is_told(monkeypatch, error, sentence):
    def fail(*_, **__):
        raise error

    monkeypatch.delenv("DPCN_APP_CAMERA", raising=False)
    monkeypatch.setattr(camera_devices, "_FORMATS", {sys.platform: "v4l2"})
    monkeypatch.setattr(camera_devices, "_open", fail)
    monkeypatch.setattr(av, "formats_available", {"v4l2"})
    with pytest.raises(UserError, match=sentence):
        open_device(0)


def test_a_camera_without_the_size_that_is_asked_for_is_opened_in_its_own(monkeypatch):
    asked = []

    def opener(device, *, format, container_options=None):
        asked.append(container_options)
        if container_options:
            raise av.error.ArgumentError(errno.EINVAL, "no such size")
        return device

    monkeypatch.setattr(av, "open", opener)
    assert camera_devices._open("v4l2", "/dev/video0") == "/dev/video0"
    assert asked[0]["framerate"] == "30" and asked[1] is None
