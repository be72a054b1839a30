"""The bundled demonstrations hold what the bundled networks infer now.

Where this fails after a change of the solver, of a network or of the video: `make demonstrations`.
"""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.network import Array
from dpcn_app.engine.restoring import Run
from dpcn_app.live import demonstration_run
from dpcn_app.live.demonstration_run import DEMONSTRATIONS, MODES, infer_demonstration
from dpcn_app.live.settings import Settings
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.demonstrations import CLEAN, demonstration_path, load_demonstration
from dpcn_app.storage.models import Model

TOLERANCE = 2e-3
"""Greatest difference of a run, relative to its size: root mean squares over all frames.

Another rounding, as in float64, differs by 7e-4 at most; a sparsity γ₀ that is 2 % higher by 4e-3
at least.
"""


def difference(one: Array, other: Array) -> float:
    return float(np.sqrt(((one - other) ** 2).mean() / (other**2).mean()))


def differences(one: Run, other: Run) -> list[float]:
    return [
        difference(getattr(a, name), getattr(b, name))
        for a, b in zip(one, other, strict=True)
        for name in ("states", "causes")
    ]


@pytest.mark.parametrize("settings", DEMONSTRATIONS, ids=lambda each: each.model)
def test_what_is_bundled_is_what_is_inferred(settings: Settings) -> None:
    bundled = load_demonstration(demonstration_path(settings.model))
    inferred = infer_demonstration(settings)
    assert bundled.subject == inferred.subject
    assert set(bundled.runs) == set(inferred.runs) == {*MODES, CLEAN}
    for name, run in inferred.runs.items():
        assert max(differences(bundled.runs[name], run)) < TOLERANCE, name
        for layer, other in zip(bundled.runs[name], run, strict=True):
            assert set(layer.confidence) == set(other.confidence)
            for part, c in other.confidence.items():
                np.testing.assert_allclose(layer.confidence[part], c, atol=0.02)


def test_a_slightly_different_inference_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def a_little_sparser(name: str) -> Model:
        model = open_model(name)
        layer = model.network.layers[0]
        spec = replace(layer.spec, sparsity=1.02 * layer.spec.sparsity)
        return replace(model, network=model.network.with_layer(0, replace(layer, spec=spec)))

    bundled = load_demonstration(demonstration_path("shapes-easy"))
    monkeypatch.setattr(demonstration_run, "open_model", a_little_sparser)
    other = infer_demonstration(Settings())
    assert other.subject.network != bundled.subject.network
    for name, run in other.runs.items():
        assert max(differences(bundled.runs[name], run)) > 2 * TOLERANCE, name


def test_the_demonstrations_are_small() -> None:
    sizes = [demonstration_path(each.model).stat().st_size for each in DEMONSTRATIONS]
    assert sum(sizes) < 3_000_000


def test_the_window_begins_with_one() -> None:
    assert Settings() in DEMONSTRATIONS
