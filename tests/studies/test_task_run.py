"""One task, trained and measured for real."""

from pathlib import Path

import numpy as np
import pytest

from dpcn_app.analysis.scores import moving_average, score
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.experiments.video_run import labels, top_causes
from dpcn_app.storage.models import load_model
from dpcn_app.studies.study_measures import ALL_MEASURES
from dpcn_app.studies.task_run import TaskResult, row_versions, run_task
from tests.helpers.small_study import TEXT, small_study

ONE = TEXT.replace("[1.5, 3]", "[1.5]").replace('["off",', '["off", "both",')


@pytest.fixture(scope="module")
def result() -> TaskResult:
    return run_task(next(small_study(ONE).tasks()))


def test_rows_tell_task_measures_and_versions(result: TaskResult) -> None:
    assert [row["mode"] for row in result.rows] == ["off", "both", "average:0.2"]
    for row in result.rows:
        assert (row["preset"], row["seed"], row["frames"]) == ("shapes-easy", 1, 60)
        assert row["layer1.sparsity"] == 0.5 and row["noise"] == 1.5
        assert row_versions().items() <= row.items()
        assert {"health", "restarts", "clean_kmeans", "silhouette", "leak", "kept"} <= set(row)
        measured = set(row) - set(row_versions()) - {"preset", "seed", "frames", "noise", "mode"}
        assert {name for name in measured if "." not in name} <= set(ALL_MEASURES)


def test_the_scores_are_those_of_the_network_in_the_model_file(
    result: TaskResult, tmp_path: Path
) -> None:
    (tmp_path / "model.npz").write_bytes(result.model)
    network = load_model(tmp_path / "model.npz").network
    video = fresh_video("easy", 1.5, 1)
    clean, truth = top_causes(network, video, clean=True), labels(video)
    both = score(top_causes(network, video, TopDown.named("both")), truth, clean)
    assert result.rows[1]["silhouette"] == both.silhouette
    averaged = moving_average(top_causes(network, video), 0.2)
    assert result.rows[2]["kmeans"] == score(averaged, truth, clean).kmeans


def test_an_average_has_the_picture_of_bottom_up(result: TaskResult) -> None:
    off, _, averaged = result.rows
    assert off["leak"] == averaged["leak"] and off["silhouette"] != averaged["silhouette"]


def test_numbers_are_plain_and_finite(result: TaskResult) -> None:
    for row in result.rows:
        for value in row.values():
            assert value is None or type(value) in (str, int, float)
            assert not isinstance(value, float) or np.isfinite(value)
