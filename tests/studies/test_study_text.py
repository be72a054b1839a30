"""Texts that are absurd as studies are refused before they are read, others are not."""

from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.studies.study_text import refuse_absurd


@pytest.mark.parametrize(
    "name", ["a.b.c.d.e.f.g.h.i", "a . b . c.d.e.f.g.h.i", '"="' + '."="' * 150_000], ids=range(3)
)
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "at = {{ {} = 1 }}"])
def test_a_name_of_many_parts_is_refused_however_it_is_written(name: str, form: str) -> None:
    text = "title = '''one\ntwo'''\n" + form.format(name)
    with pytest.raises(UserError, match=r"^mine\.toml, line 3: a name has more than 8 parts"):
        refuse_absurd(text, Path("mine.toml"))


@pytest.mark.parametrize("number", ["9" * 101, "-" + "9" * 101, "1_" * 80 + "0", "0." + "3" * 101])
def test_a_number_of_many_digits_is_refused(number: str) -> None:
    with pytest.raises(UserError, match="line 1: a number has more than 100 digits"):
        refuse_absurd(f"noise = [1, {number}]", Path("mine.toml"))


@pytest.mark.parametrize(
    "text",
    [
        "at = { 'layer1.sparsity' = 0.7, layer2.sparsity = 1.5e-3 }",
        'about = "e.g. a.b.c.d.e.f.g.h.i.j"',
        f'about = """Is it, e.g. a.b.c.d.e.f.g.h.i.j? "{"9" * 200}" """',
        "seeds = [1, 2] # a.b.c.d.e.f.g.h.i.j",
        f"noise = [{', '.join(['0.5'] * 1000)}]",
        '"' * 600_001,
        "'" * 600_001,
        '"' + "\\" * 600_001,
    ],
    ids=range(8),
)
def test_other_texts_are_left_to_the_reader(text: str) -> None:
    refuse_absurd(text, Path("mine.toml"))
