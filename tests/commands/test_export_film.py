"""`dpcn-app export film`: options, sentences, and an end that leaves nothing behind."""

import json
import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.cli import main
from dpcn_app.live.session_file import Session, save_session
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import resources
from tests.helpers.films import read_film

QUICK = ("--source", "shapes:set=easy,seed=7,noise=1.5,frames=12", "--size", "480x320")


def export(*words):
    return main(["export", "film", *map(str, words)])


def test_a_film_is_written_and_told(qapp, tmp_path, capsys):
    words = ("--out", tmp_path / "a.gif", *QUICK, "--modes", "off,both", "--show", "stage")
    assert export(*words, "--frames", "3-6", "--rate", 20, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["frames"], told["size"], told["rate"]) == (4, [480, 320], 20)
    read, times = read_film(tmp_path / "a.gif")
    assert len(read) == 4 and read[0].shape == (320, 480, 3)
    np.testing.assert_allclose(np.diff(times), 0.05)
    assert export(*words, "--frames", "3-6", "--rate", 20) == 0
    assert "4 frames of 480×320 pixels, 20 a second" in capsys.readouterr().out


def test_a_session_gives_video_network_modes_and_camera(qapp, tmp_path, capsys):
    model = tmp_path / "own.npz"
    model.write_bytes((resources() / "models" / "shapes-easy.npz").read_bytes())
    settings = Settings(model="mine", source=shapes_source(frames=10), modes=("both",))
    session = Session(settings, str(model), 0, (10.0, 20.0, 1.0))
    pictures = []
    for camera in ((10.0, 20.0, 1.0), (80.0, 20.0, 1.0)):
        save_session(tmp_path / "s.dpcn", replace(session, camera=camera))
        out = tmp_path / "a.gif"
        words = ("--out", out, "--session", tmp_path / "s.dpcn", "--show", "cloud")
        assert export(*words, "--size", "400x300", "--frames", "9-") == 0
        assert "2 frames" in capsys.readouterr().out
        pictures.append(read_film(out)[0][0])
    assert (pictures[0] != pictures[1]).any()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "a.avi"), "end its name with .mp4, .webm, .gif"),
        (("--out", "a.mp4", "--size", "481x320"), "choose 482x320"),
        (("--out", "a.mp4", "--size", "big"), "written like 1280x720"),
        (("--out", "a.mp4", "--rate", "500"), "1 to 120 frames a second"),
        (("--out", "a.mp4", "--frames", "7-3"), "from a first to a later one"),
        (("--out", "a.mp4", "--frames", "x"), "written like 1-300"),
        (("--out", "a.mp4", "--show", "all"), "one of both, stage, cloud, window"),
        (("--out", "a.mp4", "--theme", "pink"), "no theme called 'pink'"),
        (("--out", "a.mp4", "--modes", "up"), "no mode called 'up'"),
        (("--out", "no/a.mp4"), "folder does not exist"),
        (("--out", "a.mp4", "--session", "none.dpcn"), "cannot be read"),
        (("--out", "a.mp4", "--source", "missing.mp4"), "missing.mp4"),
    ],
)
def test_bad_input_gets_a_sentence_and_no_file(
    qapp, tmp_path, monkeypatch, capsys, words, sentence
):
    monkeypatch.chdir(tmp_path)
    assert export(*words) == 2
    told = capsys.readouterr().err
    assert sentence in told and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", ["signal", "stdin"])
def test_stopped_in_the_middle_it_leaves_no_file(tmp_path, how):
    words = ["export", "film", "--out", str(tmp_path / "a.mp4"), "--led", "--frames", "2000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "dpcn_app", *words, "--show", "stage", "--modes", "off"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr
    for line in process.stdout:
        if "frame 2 of" in line:
            assert len(list(tmp_path.iterdir())) == 1  # the film so far, under another name
            if how == "stdin":
                process.stdin.close()
            else:
                process.send_signal(signal.SIGINT)
            break
    last = [line for line in process.stdout]
    assert process.wait(60) == 130 and "Stopped." in process.stderr.read()
    assert not any("2,000 of 2,000" in line for line in last)
    assert list(tmp_path.iterdir()) == []
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()
