"""Reading studies: what is right is taken, and what is wrong is told by its line."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcn_app.errors import UserError
from dpcn_app.studies.study import Study
from dpcn_app.studies.study_file import bundled_studies, open_study, parse_study
from tests.helpers.small_study import TEXT, small_study

WRONG = {
    'colour = "red"': "line 1: colour names an unknown key",
    'preset = "shapes-easy"': "did you mean 'presets'",
    'presets = ["shapes-esay"]': "line 1: presets names an unknown preset, 'shapes-esay'; did you",
    "presets = [1, 2]": "is a list of texts",
    "presets = []": "has 0 values",
    'presets = ["shapes-easy", "shapes-easy"]': "twice; give each value once",
    "seeds = 3": "is a list such as",
    'seeds = "9-3"': "the smaller first",
    "seeds = [-1]": "from 0 to",
    "seeds = [1.5]": "whole number",
    "seeds = [true]": "whole number",
    "frames = 10": "from 60 to",
    'frames = "many"': "whole number",
    "noise = [nan]": "from 0 to 20, not nan",
    "noise = [-1]": "from 0 to 20",
    "noise = [inf]": "from 0 to 20",
    'noise = ["much"]': "takes numbers",
    'modes = ["of"]': "no mode called 'of'",
    'modes = ["prior@square"]': "leave @ out",
    'modes = ["average:3"]': "at most 1",
    "title = 3": "short text",
    "layer1 = 3": "write \\[layer1\\]",
    "[layer1]\nsparsity = [9]": "line 4: layer1.sparsity takes numbers from 0 to 5, not 9",
    "[layer1]\nsparsty = [1]": "line 4: layer1.sparsty names an unknown .*mean 'sparsity'",
    "[layer1]\nepochs = [1.5]": "whole numbers",
    "[layer1]\nsparsity = [{}]": "takes numbers",
    "[layer3]\nsparsity = [1]": "line 3: layer3 is not there: the preset shapes-easy has 2 layers",
    "[prior]\nsparsity = [1]": "unknown hyper-parameter",
    "[show]\nacross = 'noise'": "show.down names an unknown axis",
    "[show]\nacross = 'noise'\ndown = 'mode'\nmeasures = ['beauty']": "unknown measure, 'beauty'",
    "[show]\nacross='noise'\ndown='mode'\nat = { seed = 77 }": "not in the grid: 1, 2",
    "[show]\nacross='noise'\ndown='mode'\nupwards = 1": "unknown key, 'upwards'",
    "[show]\nacross = ['noise']\ndown = 'mode'": "across is the name of one axis: preset",
    "[show]\nacross='noise'\ndown='mode'\nat = { seed = true }": "seed is True, which is not in",
    "[layer1]\nsparsity = 1\n[layer01]\nsparsity = 2": "line 5: layer01 names .* mean 'layer1'",
    '["layer١"]\nsparsity = 2': "layer١ names an unknown key",
    f"[layer{'1' * 5000}]\nsparsity = 2": "line 3: layer1+… names an unknown key",
    f"seeds = [{'9' * 5000}]": "line 1: a number has more than 100 digits; write a shorter one",
    f"noise = [{'9' * 99}]": "line 1: noise takes numbers from 0 to 20, not 9+…",
    f"noise = [0x{'f' * 5000}]": "from 0 to 20, not a number of thousands of digits",
    f"seeds = [0x{'f' * 5000}]": "not a number of thousands of digits",
    f"a{'.a' * 300_000} = 1": "line 1: a name has more than 8 parts with dots between",
    f"{'x' * 600_000} = 1": "line 1: x+… names an unknown key",
    "seeds = [1": "is no TOML: Unclosed array .at line",
}


def with_mistake(wrong: str) -> str:
    """Return a study in whose first lines a mistake is; a table comes after its two other lines."""
    key = wrong.partition("=")[0].strip()
    sound = {"presets": 'presets = ["shapes-easy"]', "seeds": "seeds = [1, 2]"}
    lines = [line for name, line in sound.items() if name != key]
    return "\n".join([*lines, wrong] if wrong.startswith("[") else [wrong, *lines])


@pytest.mark.parametrize("wrong", WRONG, ids=[wrong[:60] for wrong in WRONG])
def test_a_mistake_is_told_with_what_to_write_instead(wrong: str) -> None:
    with pytest.raises(UserError, match=WRONG[wrong]) as refusal:
        parse_study(with_mistake(wrong).encode(), Path("mine.toml"))
    told = str(refusal.value)
    assert told.startswith("mine.toml") and "\n" not in told and len(told) < 500


@pytest.mark.parametrize("missing", ["presets", "seeds"])
def test_what_is_missing_is_told_with_what_to_write(missing: str) -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith(missing)]
    with pytest.raises(UserError, match=f"{missing} is missing; write {missing} = "):
        small_study("\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        'presets = ["shapes-easy"]\nseeds = "1-1000000000"',
        'presets = ["shapes-easy"]\nseeds = "1-1000"\n'
        f"[layer1]\nsparsity = {[each / 100 for each in range(1, 201)]}",
    ],
)
def test_absurd_sizes_are_refused_at_once(text: str) -> None:
    with pytest.raises(UserError, match=r"networks and .* rows; at most 100,000 and 2,000,000"):
        parse_study(text.encode(), Path("mine.toml"))


def test_natural_scenes_take_neither_noise_nor_a_prior() -> None:
    for more in ("noise = [1]", "modes = ['off']"):
        with pytest.raises(UserError, match="for presets of shapes alone"):
            small_study(f'presets = ["natural"]\nseeds = [1]\n{more}')
    with pytest.raises(UserError, match="which has no extended prior"):
        small_study('presets = ["natural"]\nseeds = [1]\n[prior]\ntime = 3')


def test_one_value_alone_need_not_be_a_list() -> None:
    study = small_study('presets = "shapes-easy"\nseeds = [1]\nnoise = 3\n[layer1]\nsparsity = 0.4')
    assert (study.presets, study.noise) == (("shapes-easy",), (3.0,))
    assert dict(study.grid) == {"layer1.sparsity": (0.4,)}


def test_files_that_are_no_studies_are_refused_in_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    (tmp_path / "long.toml").write_bytes(b"#" * 1_000_001)
    for name, reason in {
        "pipe.toml": "is no file",
        "latin.toml": "UTF-8",
        "long.toml": "longer than a megabyte",
        "missing.toml": "robustness",
        "no\0name": "cannot be read",
    }.items():
        with pytest.raises(UserError, match=reason):
            open_study(str(tmp_path / name))


@pytest.mark.parametrize("name", bundled_studies())
def test_bundled_studies_can_be_read(name: str) -> None:
    study, _ = open_study(name)
    assert len(study) >= 30 and study.about and study.shown is not None


def test_the_bundled_ones_have_thirty_seeds_a_set_for_robustness() -> None:
    for name in ("robustness-easy", "robustness-hard"):
        study, _ = open_study(name)
        assert len(study.seeds) == 30 and {"off", "both", "prior"} <= set(study.modes)


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda each: each.decode("latin-1")))
def test_any_text_is_a_study_or_is_refused(text: str) -> None:
    try:
        assert isinstance(parse_study(text.encode(), Path("mine.toml")), Study)
    except UserError as error:
        assert "mine.toml" in str(error)
