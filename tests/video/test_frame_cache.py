"""Which frames around the caller's position are kept, and which one is fetched next."""

import numpy as np

from dpcn_app.video.file_source import FileSource
from dpcn_app.video.frame_cache import FrameCache
from dpcn_app.video.open_file import open_video
from tests.helpers.clips import write_clip

FRAME = np.zeros(10, np.uint8)


def kept(cache: FrameCache) -> list[int]:
    return [index for index in range(1000) if cache.get(index) is not None]


def cache_at(*asked: int, frames: int = 8) -> FrameCache:
    """Return a cache with room for some frames, whose caller has asked for these."""
    cache = FrameCache(frames * FRAME.nbytes)
    for index in asked:
        cache.follow(index)
    return cache


def test_what_lies_behind_makes_room_for_what_lies_ahead():
    back = cache_at(100, 99)
    for index in range(80, 120):
        back.put(index, FRAME)
    assert kept(back) == [93, 94, 95, 96, 97, 98, 99, 100]
    forward = cache_at(99, 100)
    for index in range(80, 120):
        forward.put(index, FRAME)
    assert kept(forward)[-1] > 104 and kept(forward)[0] >= 98


def test_the_frame_asked_for_is_kept_after_any_step_or_jump():
    cache = cache_at(frames=3)
    for index in (5, 36, 20, 31, 30, 400, 399, 0):
        cache.follow(index)
        for each in range(index + 3, index - 4, -1):
            cache.put(each, FRAME)
        assert cache.get(index) is not None


def test_a_single_frame_is_kept_however_large():
    cache = cache_at(3, frames=0)
    cache.put(3, FRAME)
    assert kept(cache) == [3]


def test_a_frame_put_twice_is_counted_once():
    cache = cache_at(2, frames=2)
    for index in (1, 1, 1, 2):
        cache.put(index, FRAME)
    assert kept(cache) == [1, 2]


def test_the_way_of_a_reader_is_that_of_its_steps_and_none_after_a_jump():
    assert cache_at(10, 11).way == 1
    assert cache_at(10, 9).way == -1
    assert cache_at(10, 9, 500).way == 0


def test_going_to_and_fro_over_a_few_frames_is_no_turn():
    cache = cache_at(50, 49, 48, 40, 41, 42, 43, 44)
    assert cache.way == -1
    assert cache.missing(5, 100) == 39
    for index in range(45, 60):
        cache.follow(index)
    assert cache.way == 1


def test_what_is_missing_next_lies_where_the_reader_goes():
    back, forward = cache_at(50, 49), cache_at(49, 50)
    for cache in (back, forward):
        for index in (48, 47, 51, 52):
            cache.put(index, FRAME)
    assert back.missing(10, 100) == 46
    assert forward.missing(10, 100) == 53


def test_nothing_is_missing_beyond_the_ends_or_after_a_jump():
    assert cache_at(1, 0).missing(10, 100) is None
    assert cache_at(98, 99).missing(10, 100) is None
    assert cache_at(0, 70).missing(10, 100) is None


def test_steps_are_counted_from_the_last_turn_or_jump():
    assert cache_at(10, 11, 12, 13).steps == 2
    assert cache_at(10, 11, 12, 12, 11).steps == 1
    assert cache_at(10, 11, 12, 500).steps == 0
    assert cache_at(*range(10, 30), *range(29, 8, -1)).steps < 20


def test_a_cleared_cache_has_room_again():
    cache = cache_at(0)
    for index in range(8):
        cache.put(index, FRAME)
    cache.clear()
    assert kept(cache) == []
    for index in range(8):
        cache.put(index, FRAME)
    assert kept(cache) == list(range(8))


def test_a_video_that_was_closed_keeps_no_frames(tmp_path):
    video = open_video(write_clip("h264 with B-frames", tmp_path))
    assert isinstance(video, FileSource)
    video.frame(3)
    assert kept(video._cache)
    video.close()
    assert not kept(video._cache)
