"""Where the pictures of one mode go: in a line or two, or beside a large video.

The user drags a region on the frame of a file. Where the four other pictures fit beside it, two by
two, that frame is as high as both lines of them.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF

CAPTIONS, _GAP = 2.2, 0.6  # heights, in lines of type
_LARGE_ENOUGH = 0.85  # of the largest pictures: then the video may be larger than they are


def places(
    width: float, height: float, count: int, aspect: float, line: float, video: float | None
) -> list[QRectF]:
    """Return the places of pictures in order; above each there is room for its captions.

    Parameters
    ----------
    width, height
        Of the stage.
    count
        Number of pictures.
    aspect
        Height of a picture over its width.
    line
        Height of a line of type.
    video
        The same of the first picture where it is a video's frame, else None.
    """
    gap, captions = _GAP * line, CAPTIONS * line

    def side(across: int) -> float:
        """Return the width of pictures so many in a line."""
        down = -(-count // across)
        widest = (width - gap * (across + 1)) / across
        return min(widest, ((height - gap) / down - captions - gap) / aspect)

    across = max((count, -(-count // 2)), key=side)
    if video is not None and count == 5:
        highest = ((height - gap) / 2 - captions - gap) / aspect
        # 2 w for the pictures and (2 w·aspect + captions + gap) / video for the video fit in.
        room = width - 4 * gap - (captions + gap) / video
        beside = min(highest, room / (2 + 2 * aspect / video))
        if beside >= _LARGE_ENOUGH * side(across):
            return _beside_video(width, height, beside, aspect, line, video)
    size = max(side(across), 8.0)
    down = -(-count // across)
    pitch = size * aspect + captions + gap
    left = (width - across * size - (across - 1) * gap) / 2
    top = max(0.0, (height - down * pitch) / 2)
    return [
        QRectF(
            left + index % across * (size + gap),
            top + index // across * pitch + captions,
            size,
            size * aspect,
        )
        for index in range(count)
    ]


def _beside_video(
    width: float, height: float, side: float, aspect: float, line: float, video: float
) -> list[QRectF]:
    """Return the places of a video and, two by two, of four pictures of a width beside it."""
    gap, captions = _GAP * line, CAPTIONS * line
    pitch = side * aspect + captions + gap
    high = pitch + side * aspect
    wide = high / video
    left = (width - wide - 2 * side - 2 * gap) / 2
    top = max(0.0, (height - 2 * pitch) / 2) + captions
    first = left + wide + gap
    return [
        QRectF(left, top, wide, high),
        *(
            QRectF(first + column * (side + gap), top + row * pitch, side, side * aspect)
            for row in range(2)
            for column in range(2)
        ),
    ]
