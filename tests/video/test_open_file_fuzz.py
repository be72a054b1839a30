"""Files damaged at random are read or refused with a sentence: no crash, no hang, no traceback.

A few here; thousands in tests/measurements/fuzz.py.
"""

from pathlib import Path

from dpcn_app.storage.bundled import resources
from tests.helpers.clips import write_animation, write_array, write_tiff, write_video
from tests.helpers.mutations import mutants, open_all

IMPATIENT_NO_MORE = 30.0  # seconds: the machine may be busy with other tests


def test_files_damaged_at_random_do_no_harm(tmp_path: Path) -> None:
    originals = [
        write_video(tmp_path / "a.mp4", "libx264", frames=12, bf="2", g="6"),
        write_video(tmp_path / "b.mkv", "libx264", frames=12, g="6"),
        write_video(tmp_path / "c.avi", "mjpeg", layout="yuvj420p", frames=6),
        write_animation(tmp_path / "d.gif", 6),
        write_animation(tmp_path / "e.png", 6),
        write_tiff(tmp_path / "f.tif", 6),
        write_array(tmp_path / "g.npy", 6),
        write_array(tmp_path / "h.npz", 6),
        resources() / "models" / "shapes-easy.npz",
    ]
    model = tmp_path / "model.npz"
    model.write_bytes(originals[-1].read_bytes())
    originals[-1] = model
    outcome = open_all(mutants(originals, 90, tmp_path, seed=1), IMPATIENT_NO_MORE)
    assert outcome.failures == []
    assert outcome.read + outcome.refused == 90
    assert outcome.read >= 10 and outcome.refused >= 10
