"""The window drawn into a picture."""

import pytest
from PySide6.QtGui import QImage

from dpcn_app.cli import main
from dpcn_app.gui.render import render


@pytest.mark.parametrize("theme", ["dark", "light", "projector"])
def test_the_whole_window_is_drawn(qapp, tmp_path, theme):
    out = tmp_path / "shot.png"
    render(out, size=(1280, 720), theme=theme, modes=("off", "both"), frame=20)
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1280, 720)
    colours = {image.pixel(x, y) for x in range(0, 1280, 7) for y in range(0, 720, 7)}
    assert len(colours) > 100


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--size", "huge"], "1600x1000"),
        (["--size", "10x10"], "from 320"),
        (["--theme", "pink"], "no theme called 'pink'"),
        (["--top-down", "up"], "no mode called 'up'"),
        (["--frame", "300"], "frames 0 to 299"),
        (["--noise", "nan"], "noise goes from 0 to 20, not nan"),
        (["--noise", "inf"], "noise goes from 0 to 20, not inf"),
        (["--noise", "-1"], "noise goes from 0 to 20, not -1"),
        (["--top-down", "off,off"], "a mode only once"),
    ],
)
def test_bad_input_gets_a_sentence(qapp, tmp_path, capsys, words, complaint):
    assert main(["render", "--out", str(tmp_path / "s.png"), *words]) == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
