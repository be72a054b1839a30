"""The figures of the attention experiment."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np

from dpcn_app.experiments.attention_figures import _selectivity, draw_attention
from tests.experiments.test_attention import result


def test_figures_are_written_and_the_same_each_time(tmp_path: Path) -> None:
    picture = np.zeros((32, 32), np.float32)
    pairs = combinations(("square", "diamond", "triangle"), 2)
    examples = {
        f"{one}+{other}": dict.fromkeys(
            (
                *("frame", "off", "prior"),
                *(
                    f"{mode} {each}"
                    for mode in ("belief", "matched-placebo")
                    for each in (one, other)
                ),
            ),
            picture,
        )
        for one, other in pairs
    }
    drawn = replace(result(), examples={0.0: examples})
    paths = draw_attention(drawn, tmp_path)
    assert {path.name for path in paths} == {
        *("attention.png", "attention.svg", "seen.png", "seen.svg")
    }
    before = [path.read_bytes() for path in paths if path.suffix == ".png"]
    assert before == [
        path.read_bytes() for path in draw_attention(drawn, tmp_path) if path.suffix == ".png"
    ]


def test_every_pair_has_a_point_a_seed_in_every_mode() -> None:
    axes = _selectivity(result()).axes[0]
    points = [line for line in axes.lines if line.get_marker() not in ("None", None)]
    assert sum(np.size(line.get_xdata()) for line in points) == 6 * 4 * 2
    assert axes.get_xticklabels()[0].get_text() == "square\nnot diamond"
