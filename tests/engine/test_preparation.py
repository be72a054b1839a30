"""After all preparations no kernel has to be compiled, whatever is done with the engine."""

import json
import subprocess
import sys

from dpcn_app.engine.preparation import PREPARATIONS, preparations_for
from dpcn_app.engine.top_down import TopDown

USING_THE_ENGINE = """
import gc, json
from dataclasses import replace
import numpy as np
from numba.core.registry import CPUDispatcher
from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import infer_states, infer_step
from dpcn_app.engine.modes import MODES_IN_TURN
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.engine.top_down import TopDown
from dpcn_app.analysis.expectation import expected_patches
from dpcn_app.analysis.surprise import expected_part
from dpcn_app.experiments.state_estimation import EstimationConfig, EstimationRun
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import preset

def compiled():
    found = (each for each in gc.get_objects() if isinstance(each, CPUDispatcher))
    ours = (each for each in found if each.py_func.__module__.startswith("dpcn_app."))
    return {f"{each.py_func.__name__} {one}" for each in ours for one in each.signatures}

for each in PREPARATIONS:
    each.run()
prepared = compiled()
rng = np.random.default_rng(0)
for name in ("shapes-easy", "natural"):
    network = open_model(name).network
    count = len(network.spec.corners(network.spec.field, 0))
    patches = rng.uniform(0, 1, (count, network.spec.layers[0].inputs)).astype(np.float32)
    for mode in MODES_IN_TURN:
        top_down = TopDown.named(mode)
        if top_down.prior is not None and not network.mapped:
            continue
        before = infer_step(network, patches, None, top_down)
        now = infer_step(network, patches, before, top_down, trace=mode == "both", threads=2)
        expected_patches(network, before, top_down)
        expected_part(network, before, now)
        if mode in ("both", "prior", "placebo"):
            belief = Belief((1.0,) * network.spec.layers[-1].causes)
            believing = infer_step(network, patches, None, replace(top_down, belief=belief))
            infer_step(network, patches, believing, replace(top_down, belief=belief))
    infer_step(network, patches, before, TopDown.named("both"), solver="paper", trace=True)
for name in ("shapes-easy", "natural"):
    training = Training(preset(name), frames=60, seed=1)
    for _ in range(3):
        training.advance()
EstimationRun(EstimationConfig(), 1).step()
print(json.dumps(sorted(compiled() - prepared)))
"""


def test_nothing_is_left_to_compile_for_inference_learning_and_state_estimation() -> None:
    run = subprocess.run(
        [sys.executable, "-c", USING_THE_ENGINE], capture_output=True, text=True, timeout=240
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == []


def test_preparations_come_in_the_order_of_need_and_have_words() -> None:
    names = [each.name for each in PREPARATIONS]
    assert names[:5] == ["bottom-up", "top-down", "expectations", "prior", "learning"]
    assert len({each.title for each in PREPARATIONS}) == len(PREPARATIONS)


def test_a_mode_waits_for_no_more_than_it_needs() -> None:
    needed = [preparations_for(TopDown.named(mode)) for mode in ("off", "average", "both", "prior")]
    assert needed == [1, 1, 2, 4]


def test_they_are_listed_without_numba() -> None:
    code = "import sys, dpcn_app.engine.preparation; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_each_of_the_papers_two_parts_needs_what_both_need() -> None:
    bottom_up, *parts = (
        preparations_for(TopDown.named(name))
        for name in ("off", "coherence", "predictions", "both")
    )
    assert len(set(parts)) == 1 and parts[0] > bottom_up
