"""The folder of compiled kernels, chosen without Numba, and what is remembered in it."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from dpcn_app.engine import kernel_cache


def test_another_edition_of_the_sources_has_another_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "kernel_cache.py"))
    (tmp_path / "one.py").write_text("@kernel\ndef one(): ...")
    first = kernel_cache._sources_digest()
    (tmp_path / "plain.py").write_text("no such thing here")
    assert kernel_cache._sources_digest() == first
    (tmp_path / "one.py").write_text("@kernel\ndef one(): return 2")
    second = kernel_cache._sources_digest()
    assert second != first
    (tmp_path / "how.py").write_text("njit(fastmath=True)")
    assert kernel_cache._sources_digest() != second


def test_kernels_are_kept_elsewhere_where_the_users_cache_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr(kernel_cache, "_users_cache", lambda: blocked)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folder = kernel_cache.kernel_folder()
    assert folder.is_dir()
    assert (tmp_path / "temporary") in folder.parents
    assert kernel_cache.kernel_folder() == folder


def test_that_all_is_prepared_is_remembered_until_anything_that_counts_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernel_cache.all_prepared()
    kernel_cache.mark_all_prepared()
    assert kernel_cache.all_prepared()
    monkeypatch.setattr(kernel_cache, "version", lambda package: f"another {package}")
    assert not kernel_cache.all_prepared()
    monkeypatch.undo()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_sources_digest", lambda: "others")
    assert not kernel_cache.all_prepared()


def test_where_nothing_can_be_written_nothing_is_remembered_and_nothing_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null/nowhere")
    kernel_cache.mark_all_prepared()
    assert not kernel_cache.all_prepared()


def test_the_answer_needs_no_numba() -> None:
    code = "import sys; from dpcn_app.engine.kernel_cache import all_prepared as a; a()"
    check = "assert not {'numba', 'llvmlite'} & set(sys.modules), sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", f"{code}; {check}"], check=True)


def test_a_copy_of_the_package_elsewhere_has_its_kernels_to_compile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba's cache goes by the place of a source file, too."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_sources_digest", lambda: "the same")
    kernel_cache.mark_all_prepared()
    assert kernel_cache.all_prepared()
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "elsewhere" / "kernel_cache.py"))
    assert not kernel_cache.all_prepared()
