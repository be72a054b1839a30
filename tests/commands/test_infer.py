"""`dpcn-app infer` on files: tiled frames, regions, noise, damage."""

import csv
import json

import numpy as np
import pytest
from PIL import Image

from dpcn_app.cli import main


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
