"""Where compiled kernels are kept."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import dpcn_app
from dpcn_app.engine import kernel_cache

DOUBLING = """
import json, numba, os
from dpcn_app.engine.jit import kernel

@kernel
def doubled(x):
    return 2 * x

assert doubled(3) == 6
hits = sum(doubled.stats.cache_hits.values())
seen_by_children = os.environ.get("NUMBA_CACHE_DIR")
print(json.dumps([numba.config.CACHE_DIR, seen_by_children, hits]))
"""


@dataclass(frozen=True)
class Told:
    """What a process with a kernel tells: its folder for kernels, and how many it found there."""

    folder: Path
    seen_by_children: Path
    hits: int


def compile_in_another_process(folder: Path, **variables: str) -> Told:
    """Compile a kernel in a process that has a home, and temporary files, in a folder."""
    script = folder / "doubling.py"
    if not script.exists():
        script.write_text(DOUBLING)
    (folder / "temporary").mkdir(exist_ok=True)
    blank = ("NUMBA_", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(blank)}
    own = {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "temporary"),
        "PYTHONPATH": str(Path(dpcn_app.__file__).parent.parent),
    }
    run = subprocess.run(
        [sys.executable, str(script)],
        env=kept | own | variables,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    chosen, seen_by_children, hits = json.loads(run.stdout)
    return Told(Path(chosen), Path(seen_by_children), hits)


def kernels_in(folder: Path) -> list[str]:
    """Return the names of compiled kernels in a folder."""
    return [path.name.partition("-")[0] for path in folder.rglob("*.nbc")]


@pytest.mark.skipif(sys.platform != "linux", reason="folders are set as on Linux")
def test_a_kernel_is_written_to_the_users_cache_and_read_from_it_by_the_next_process(
    tmp_path: Path,
) -> None:
    cache = tmp_path / "cache"
    first = compile_in_another_process(tmp_path, XDG_CACHE_HOME=str(cache))
    assert first.folder == cache / "dpcn_app" / "kernels" / kernel_cache._sources_digest()
    assert first.seen_by_children == first.folder
    assert first.hits == 0
    assert kernels_in(first.folder) == ["doubling.doubled"]
    second = compile_in_another_process(tmp_path, XDG_CACHE_HOME=str(cache))
    assert second == Told(first.folder, first.folder, hits=1)


@pytest.mark.skipif(sys.platform != "linux", reason="folders are set as on Linux")
def test_the_users_own_folder_for_kernels_wins(tmp_path: Path) -> None:
    own = tmp_path / "own"
    told = compile_in_another_process(
        tmp_path, NUMBA_CACHE_DIR=str(own), XDG_CACHE_HOME=str(tmp_path / "cache")
    )
    assert told.folder == told.seen_by_children == own
    assert kernels_in(own) == ["doubling.doubled"]
    assert not (tmp_path / "cache").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="folders are set as on Linux")
@pytest.mark.parametrize("unusable", ["/dev/null/nowhere", ""], ids=["no folder", "empty"])
def test_where_the_users_cache_is_unusable_kernels_go_to_the_temporary_files(
    tmp_path: Path, unusable: str
) -> None:
    told = compile_in_another_process(tmp_path, XDG_CACHE_HOME=unusable)
    assert (tmp_path / "temporary") in told.folder.parents
    assert kernels_in(told.folder) == ["doubling.doubled"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["doubling.py", "temporary"]


@pytest.mark.skipif(sys.platform != "linux", reason="folders are set as on Linux")
def test_with_no_lasting_folder_at_all_kernels_go_to_one_for_this_run_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "temporary").mkdir()
    in_the_way = tmp_path / "temporary" / f"dpcn_app-kernels-{os.getuid()}"
    in_the_way.write_text("in the way")
    told = compile_in_another_process(tmp_path, XDG_CACHE_HOME="/dev/null/nowhere")
    assert told.folder.parent == tmp_path / "temporary"
    assert told.folder != in_the_way
    assert told.seen_by_children == told.folder
    assert kernels_in(told.folder) == ["doubling.doubled"]


INFERRING = """
import hashlib
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source_spec import open_source

network = open_model("shapes-easy").network
video = open_source("shapes:set=easy,seed=7,noise=1.5,frames=300")
grid = PatchGrid.of(network.spec, video.frame_shape)
inferred = hashlib.sha256()
for solver in ("exact", "paper"):
    state = None
    for index in range(8):
        patches = grid.cut(video.frame(index).image)
        state = infer_step(network, patches, state, TopDown.named("prior"), solver=solver)
        for layer in state.layers:
            inferred.update(layer.states.tobytes() + layer.causes.tobytes())
print(inferred.hexdigest())
"""


def test_a_process_that_compiles_and_one_that_loads_infer_the_same_to_the_bit(
    tmp_path: Path,
) -> None:
    def infer() -> bytes:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", INFERRING]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout

    compiling = infer()
    assert kernels_in(tmp_path)
    assert infer() == compiling
