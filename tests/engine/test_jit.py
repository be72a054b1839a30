"""Where compiled kernels are kept."""

import tempfile
from pathlib import Path

import pytest

from dpcn_app.engine import jit


def test_another_edition_of_the_sources_has_another_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    (tmp_path / "one.py").write_text("@kernel\ndef one(): ...")
    first = jit._sources_digest()
    (tmp_path / "plain.py").write_text("no such thing here")
    assert jit._sources_digest() == first
    (tmp_path / "one.py").write_text("@kernel\ndef one(): return 2")
    assert jit._sources_digest() != first


def test_kernels_are_kept_elsewhere_where_the_users_cache_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(jit, "user_cache_path", lambda *_, **__: blocked)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    folder = jit._cache_folder()
    assert folder.is_dir()
    assert (tmp_path / "temporary") in folder.parents
