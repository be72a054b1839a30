"""Whole frames reconstructed by a network."""

import numpy as np
import pytest

from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.denoising import INPUT, denoise, mean_over_frames
from dpcn_app.experiments.video_run import watch
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import NATURAL, Preprocessing
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

VIDEO = BouncingShapes(ShapesConfig(seed=3), 12)


def test_every_way_of_watching_is_a_video_of_its_own():
    network = open_model("shapes-easy").network
    seen = list(denoise(network, VIDEO, ("off", "both"), measure=False))
    for mode in ("off", "both"):
        alone = [state.top_causes for _, state in watch(network, VIDEO, TopDown.named(mode))]
        np.testing.assert_array_equal([each.states[mode].top_causes for each in seen], alone)
    assert not any(each.likeness for each in seen)


def test_structured_noise_is_measured_with_and_without_top_down():
    network = open_model("shapes-easy").network
    noisy = with_noise(VIDEO, Noise("structured", 1.5, seed=1))
    means = mean_over_frames([each.likeness for each in denoise(network, noisy)])
    assert set(means) == {INPUT, "off", "both"}
    clean = mean_over_frames([each.likeness for each in denoise(network, VIDEO)])
    assert clean[INPUT].psnr == 100.0
    assert clean["off"].psnr > means["off"].psnr + 1


def test_gaussian_noise_is_taken_away_from_shapes():
    network = open_model("shapes-easy").network
    noisy = with_noise(VIDEO, Noise("gaussian", 0.3, seed=1))
    means = mean_over_frames([each.likeness for each in denoise(network, noisy)])
    assert means["off"].psnr > means[INPUT].psnr
    assert means["off"].ssim > means[INPUT].ssim + 0.03


def test_a_frame_larger_than_the_field_is_tiled_and_comes_back_whole():
    """With a dictionary of unit vectors and hardly any sparsity, the reconstruction is exact."""
    layer = LayerSpec(16, 16, 2, square_offsets(4), 0.0, 1e-6, 0.1)
    spec = NetworkSpec((8, 8), 4, (layer,))
    plain = Network.initial(spec, seed=0)
    network = plain.with_layer(
        0,
        type(plain.layers[0])(
            layer, np.eye(16, dtype=np.float32), plain.layers[0].B, np.eye(16, dtype=np.float32)
        ),
    )
    seen = Preprocessing(region=(2, 3, 21, 27), contrast=3.0, centre_patches=True)
    for each in denoise(network, VIDEO, ("off",), seen, measure=False):
        grid = PatchGrid.of(spec, (21, 27), seen)
        whole = grid.whole_frame(each.states["off"].layers[0].reconstruction, each.frame.image)
        np.testing.assert_allclose(whole, each.frame.image, atol=1e-3)


@pytest.mark.parametrize("name", ["gaussian:0.1", "occlusion:0.2"])
def test_noise_is_put_on_before_preprocessing(name):
    noisy = with_noise(VIDEO, Noise.named(name))
    network = open_model("shapes-easy").network
    first = next(denoise(network, noisy, ("off",), NATURAL))
    np.testing.assert_array_equal(first.frame.image, NATURAL.apply(noisy.frame(0).image))
    np.testing.assert_array_equal(first.frame.clean, NATURAL.apply(VIDEO.frame(0).image))
