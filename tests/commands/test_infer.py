"""`dpcn-app infer`: tables of causes; of files also tiled frames, regions, noise, damage."""

import csv
import json
import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.analysis.scores import moving_average
from dpcn_app.cli import main
from tests.helpers.command_line import SOURCE, refusal, run_script


def test_infer_writes_a_csv_with_causes_and_labels(tmp_path, capsys):
    out = tmp_path / "causes.csv"
    assert main(["infer", SOURCE, "--model", "shapes-easy", "--out", str(out)]) == 0
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["frame", "u1", "u2", "u3", "label"]
    assert [int(row["frame"]) for row in rows] == list(range(12))
    assert {row["label"] for row in rows} == {"square"}
    assert any(float(row["u1"]) + float(row["u2"]) + float(row["u3"]) > 0 for row in rows)


def test_infer_writes_an_npz_and_one_json_document(tmp_path, capsys):
    out = tmp_path / "causes.npz"
    words = ["infer", SOURCE, "--model", "shapes-easy", "--top-down", "both", "--out", str(out)]
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["frames"] == 12
    with np.load(out) as content:
        assert content["causes"].shape == (12, 1, 3)
        assert content["classes"].tolist() == ["square", "x", "diamond"]


def test_csv_and_npz_hold_the_same_numbers(tmp_path, capsys):
    for name in ("a.csv", "a.npz"):
        out = str(tmp_path / name)
        assert main(["infer", SOURCE, "--model", "shapes-easy", "--out", out]) == 0
    table = np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=1, usecols=(1, 2, 3))
    with np.load(tmp_path / "a.npz") as content:
        assert np.array_equal(table.astype(np.float32), content["causes"][:, 0])


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_an_inference_that_is_ended_leaves_no_half_written_file(tmp_path, name, code):
    end = (
        "import os, signal, dpcn_app.commands.infer as infer\n"
        "denoise = infer.denoise\n"
        "def some(*given, **named):\n"
        "    for number, seen in enumerate(denoise(*given, **named)):\n"
        "        if number == 3:\n"
        f"            os.kill(os.getpid(), signal.{name})\n"
        "        yield seen\n"
        "infer.denoise = some\n"
    )
    words = ["infer", SOURCE, "--model", "shapes-easy", "--out", "causes.csv"]
    ended = run_script(*words, code=end, cwd=tmp_path)
    assert ended.returncode == code and "Stopped." in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_infer_knows_the_prior_its_parts_and_both_controls(tmp_path):
    causes = {}
    for mode in ("off", "prior", "prior:T", "placebo:D", "average"):
        out = tmp_path / "causes.npz"
        words = ["infer", SOURCE, "--model", "shapes-easy", "--top-down", mode, "--out", str(out)]
        assert main(words) == 0
        with np.load(out) as file:
            causes[mode] = file["causes"].reshape(len(file["causes"]), -1)
    for one, other in combinations(causes.values(), 2):
        assert not np.allclose(one, other)
    np.testing.assert_allclose(causes["average"], moving_average(causes["off"]), atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"source": "film.mp4"}, "There is no file film.mp4"),
        ({"model": "no-such-model"}, "shapes-easy"),
        ({"top_down": "sideways"}, "no mode called 'sideways'"),
        ({"out": "causes.txt"}, "should end in .csv or .npz"),
        ({"out": "no-such-folder/causes.csv"}, "folder does not exist"),
    ],
)
def test_infer_refuses_bad_input_with_a_sentence(changes, complaint, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = {"source": SOURCE, "model": "shapes-easy", "top_down": "off", "out": "c.csv"} | changes
    sentence = refusal(
        capsys,
        *("infer", given["source"], "--model", given["model"]),
        *("--top-down", given["top_down"], "--out", given["out"]),
    )
    assert complaint in sentence
    assert list(tmp_path.iterdir()) == []


def test_model_files_that_are_no_models_are_refused(tmp_path, capsys):
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"PK\x03\x04 nothing more")
    foreign = tmp_path / "foreign.npz"
    np.savez(foreign, weights=np.ones(3))
    for path in (damaged, foreign, tmp_path, tmp_path / "missing.npz"):
        out = str(tmp_path / "c.csv")
        assert str(path) in refusal(capsys, "infer", SOURCE, "--model", str(path), "--out", out)
        assert not Path(out).exists()


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.npy"
    np.save(path, np.random.default_rng(0).integers(0, 256, (4, 40, 70), np.uint8))
    return path


def infer(*words, out, capsys):
    assert (
        main(["infer", *map(str, words), "--model", "shapes-easy", "--out", str(out), "--json"])
        == 0
    )
    return json.loads(capsys.readouterr().out)


def test_frames_larger_than_the_field_are_tiled(film, tmp_path, capsys):
    told = infer(film, out=tmp_path / "c.npz", capsys=capsys)
    assert (told["frames"], told["causes"]) == (4, 3 * 2 * 3)
    with np.load(tmp_path / "c.npz") as file:
        assert file["causes"].shape == (4, 6, 3)
        assert file["label"].tolist() == [-1] * 4
        assert np.isfinite(file["causes"]).all()


def test_a_region_narrows_what_is_seen(film, tmp_path, capsys):
    told = infer(film, "--region", "4,10,32,32", out=tmp_path / "c.csv", capsys=capsys)
    assert told["causes"] == 3


def test_csv_and_npz_tell_the_same(film, tmp_path, capsys):
    words = (film, "--noise", "gaussian:0.1", "--seed", 3)
    first = infer(*words, out=tmp_path / "c.csv", capsys=capsys)
    second = infer(*words, out=tmp_path / "c.npz", capsys=capsys)
    assert first["denoising"] == second["denoising"]
    assert set(first["denoising"]) == {"input", "off", "both"}
    rows = list(csv.DictReader((tmp_path / "c.csv").read_text().splitlines()))
    with np.load(tmp_path / "c.npz") as file:
        np.testing.assert_allclose([float(row["u2"]) for row in rows], file["causes"][:, 0, 1])
        psnr = [float(row["off_psnr"]) for row in rows]
        np.testing.assert_allclose(psnr, file["off_psnr"], rtol=1e-5)
        assert np.mean(file["off_psnr"]) == pytest.approx(first["denoising"]["off"]["psnr"])


def test_the_number_of_threads_changes_nothing(tmp_path, capsys):
    film = tmp_path / "wide.npy"  # large enough for several threads to share it
    np.save(film, np.random.default_rng(0).integers(0, 256, (2, 160, 160), np.uint8))
    causes = []
    for threads in (1, 3):
        out = tmp_path / f"{threads}.npz"
        infer(film, "--threads", threads, out=out, capsys=capsys)
        with np.load(out) as file:
            causes.append(file["causes"])
    assert causes[0].any()
    assert np.array_equal(*causes)


def test_damage_is_told_and_the_rest_is_written(tmp_path, capsys):
    folder = tmp_path / "film"
    folder.mkdir()
    for index in range(3):
        Image.effect_noise((32, 32), 60).save(folder / f"{index}.png")
    (folder / "1.png").write_bytes(b"none")
    told = infer(folder, out=tmp_path / "c.csv", capsys=capsys)
    assert told["frames"] == 3
    assert told["problems"] == [
        "film: 1.png cannot be read; such pictures show the one before them."
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--region", "1,2"], "four whole numbers"),
        (["--region", "0,0,900,900"], "reaches beyond frames of 40×70"),
        (["--region", "0,0,8,8"], "smaller than the network's field"),
        (["--scale", "0"], "factor from 0.01"),
        (["--noise", "snow:1"], "no noise called 'snow'"),
        (["--threads", "0"], "1 to 256 threads, not 0"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(film, tmp_path, capsys, words, complaint):
    out = str(tmp_path / "c.csv")
    assert main(["infer", str(film), "--model", "shapes-easy", "--out", out, *words]) == 2
    assert complaint in capsys.readouterr().err
