"""`dpcn-app export page`: options, sentences, and what it prints."""

import json
import os

import numpy as np
import pytest

from dpcn_app.cli import main
from dpcn_app.live.session_file import Session, save_session
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import resources

QUICK = ("--source", "shapes:set=easy,seed=7,noise=1.5", "--frames", "20", "--modes", "off,both")


def export(*words):
    return main(["export", "page", *map(str, words)])


def test_the_demonstration_in_three_modes_is_small(tmp_path, capsys):
    out = tmp_path / "demo.html"
    assert export("--out", out, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["frames"] == 300 and list(told["modes"]) == ["off", "both", "prior"]
    assert told["bytes"] == out.stat().st_size <= 3_000_000
    assert round(told["modes"]["off"]["accuracy"], 2) == 0.90
    assert told["model"] == "shapes-easy" and told["problems"] == []


def test_source_noise_and_seed_are_as_asked(tmp_path, capsys):
    words = ("--out", tmp_path / "a.html", *QUICK, "--json")
    assert export(*words) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["frames"], plain["noise"]) == (20, "structured noise 1.5")
    assert export(*words, "--noise", "gaussian:0.3", "--seed", 9) == 0
    other = json.loads(capsys.readouterr().out)
    assert other["noise"] == "gaussian noise 0.3"
    assert other["modes"] != plain["modes"]


def test_some_frames_of_a_session_have_the_scores_of_all(tmp_path, capsys):
    settings = Settings(source=shapes_source(frames=30), modes=("off",))
    save_session(tmp_path / "a.dpcn", Session(settings, None, 0, (0.0, 0.0, 1.0)))
    told = []
    for frames in ("1-", "11-20"):
        words = ("--out", tmp_path / "a.html", "--session", tmp_path / "a.dpcn", "--json")
        assert export(*words, "--frames", frames) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert [each["frames"] for each in told] == [30, 10]
    assert told[0]["modes"] == told[1]["modes"]


def test_a_file_brings_the_network_for_natural_scenes(tmp_path, capsys):
    film = np.random.default_rng(0).integers(0, 256, (4, 40, 52), np.uint8)
    np.save(tmp_path / "film.npy", film)
    assert export("--out", tmp_path / "a.html", "--source", tmp_path / "film.npy") == 0
    assert "4 frames" in capsys.readouterr().out


def test_a_model_file_gives_the_page_its_name(tmp_path, capsys):
    model = tmp_path / "mine & <yours>.npz"
    model.write_bytes((resources() / "models" / "shapes-easy.npz").read_bytes())
    assert export("--out", tmp_path / "a.html", *QUICK, "--model", model, "--json") == 0
    assert json.loads(capsys.readouterr().out)["model"] == "mine & <yours>"
    assert "<yours>" not in (tmp_path / "a.html").read_text("utf-8")


def test_a_lesson_brings_its_video_and_its_sentences(tmp_path, monkeypatch, capsys):
    text = """# Small
- minutes: 1
- about: A short lesson

## Only step
- source: shapes:set=easy,frames=20
- modes: off, both

Look at <b>this</b>.

= {kept:off %} of the frames.
"""
    (tmp_path / "small.md").write_text(text, "utf-8")
    out = tmp_path / "a.html"
    assert export("--out", out, "--lesson", tmp_path / "small.md", "--json") == 0
    assert list(json.loads(capsys.readouterr().out)["modes"]) == ["off", "both"]
    page = out.read_text("utf-8")
    assert "Look at \\u003cb\\u003ethis" in page and "% of the frames." in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "demo.pdf"), "ends with .html"),
        (("--out", "demo.html", "--frames", "1"), "2 to 3,000 frames"),
        (("--out", "demo.html", "--frames", "0-9"), "counted from 1"),
        (("--out", "demo.html", "--frames", "5-1"), "from a first to a later one"),
        (("--out", "demo.html", "--frames", "many"), "written like 1-300"),
        (("--out", "demo.html", "--source", "camera:0"), "the last 30 seconds can be exported"),
        (("--out", "demo.html", "--modes", "off,sideways"), "no mode called 'sideways'"),
        (("--out", "demo.html", "--modes", "off,off"), "only once"),
        (("--out", "demo.html", "--modes", "prior@house"), "knows no 'house'"),
        (("--out", "demo.html", "--noise", "loud"), "a kind and an amount"),
        (("--out", "demo.html", "--model", "nobody"), "no model or file called 'nobody'"),
        (("--out", "demo.html", "--source", "nowhere.mp4"), "nowhere.mp4"),
        (("--out", "missing/demo.html"), "its folder does not exist"),
        (("--out", "demo.html", "--seed", "-4"), "A seed is"),
        (("--out", "demo.html", "--lesson", "99"), "99"),
        (("--out", "demo.html", "--lesson", "5", "--modes", "off"), "leave --modes out"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    words, sentence, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert export(*words) == 2
    assert sentence in capsys.readouterr().err
    assert os.listdir(tmp_path) == []
