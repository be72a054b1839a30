"""Damaged files: made by cutting, shown frame by frame, refused with a sentence."""

from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.open_file import open_video
from dpcn_app.video.source import FrameSource
from tests.helpers.clips import number_in


def shown(source: FrameSource) -> list[int]:
    numbers = [number_in(source.frame(index).image) for index in range(len(source))]
    source.close()
    return numbers


def assert_refused(path: Path, reason: str) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        open_video(path)
    assert path.name in str(caught.value)


def cut(path: Path, share: float) -> Path:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    return path
