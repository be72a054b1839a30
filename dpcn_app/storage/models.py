"""Model files: a network and how it was trained."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import Array, read_archive, read_header, write_archive
from dpcn_app.storage.json_fields import as_json, checked_fields
from dpcn_app.video.preprocess import NONE, Preprocessing

_KIND = "model"
_MATRICES = ("A", "B", "C")
_LARGEST = 1e6  # of a matrix whose columns have length 1, or nearly
_MAP = "M"  # also stored for every layer, if it has been fitted
_MAX_PARAMETERS = 50_000_000
_MAX_PATCHES = 4_000_000
_MAX_LAYERS = 100


@dataclass(frozen=True, eq=False)
class Model:
    """A network and how it was trained.

    Parameters
    ----------
    network
        The network.
    name
        Name shown to the user.
    preset
        Name of the preset that it was trained with; empty if there was none.
    seed
        Seed of its training.
    recipe
        How it was trained, as values that JSON can hold; tuples come back from a file as lists.
    scores
        Its scores, by name.
    classes
        Names of the classes that it was trained on; empty if unlabelled.
    preprocessing
        Preprocessing of the frames that it was trained on; all frames that it watches need it.
    """

    network: Network
    name: str
    preset: str
    seed: int
    recipe: dict[str, Any]
    scores: dict[str, float]
    classes: tuple[str, ...]
    preprocessing: Preprocessing = NONE

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**64:
            raise UserError("A model's seed must be a whole number from 0 to 2⁶⁴ − 1.")


@dataclass(frozen=True, eq=False)
class ModelSummary:
    """How a model was trained, without its network: quick to read.

    Parameters
    ----------
    preset
        Name of the preset that it was trained with; empty if there was none.
    recipe
        How it was trained, as the file says.
    """

    preset: str
    recipe: dict[str, Any]


@dataclass(frozen=True)
class _Header:
    """What the header of a model file holds: a model without its matrices."""

    spec: dict[str, Any]
    output_scales: tuple[float, ...]
    name: str
    preset: str
    seed: int
    recipe: dict[str, Any]
    scores: dict[str, float]
    classes: tuple[str, ...]
    preprocessing: Preprocessing


def save_model(path: str | os.PathLike[str], model: Model) -> None:
    """Write a model, whole or not at all."""
    if not isinstance(model, Model) or not isinstance(path, str | os.PathLike):
        raise UserError("Give the name of a file, and then the Model to save in it.")
    network = model.network
    check_size(vars(network.spec))
    _check_precision(network)
    header = _Header(
        spec=as_json(network.spec),
        output_scales=tuple(layer.output_scale for layer in network.layers),
        name=model.name,
        preset=model.preset,
        seed=model.seed,
        recipe=model.recipe,
        scores=model.scores,
        classes=model.classes,
        preprocessing=model.preprocessing,
    )
    arrays = {
        f"layer{number}.{name}": getattr(layer, name)
        for number, layer in enumerate(network.layers, 1)
        for name in _matrices(network)
    }
    write_archive(path, _KIND, as_json(header), arrays)


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model, its matrices bit for bit as they were saved."""
    fields, arrays = read_archive(path, _KIND)
    fields.setdefault("preprocessing", as_json(NONE))  # the first models were for shapes only
    if isinstance(fields.get("spec"), dict):
        prior = fields["spec"].setdefault("prior", None)  # and had only the paper's prior
        if isinstance(prior, dict):
            prior.setdefault("predictions", 0.0)  # then the extended prior excluded them
            # nor could a belief be held, what is handed up depend on the first pass, anything be
            # spread, or the top let go
            later = ("belief", "belief_steepness", "first_pass", "noise_floor", "spread")
            for name in (*later, "letting_go"):
                prior.setdefault(name, getattr(PriorSpec(), name))
    try:
        header = _Header(**checked_fields(_Header, fields))
        return Model(
            network=_network(header, arrays),
            name=header.name,
            preset=header.preset,
            seed=header.seed,
            recipe=header.recipe,
            scores=header.scores,
            classes=header.classes,
            preprocessing=header.preprocessing,
        )
    except UserError as error:
        reason = str(error).rstrip(".")
        raise UserError(f"{path} holds no usable model: {reason}; choose another file.") from error


def load_summary(path: str | os.PathLike[str]) -> ModelSummary:
    """Read how a model was trained; its matrices are neither read nor checked."""
    fields = read_header(path, _KIND)
    preset, recipe = fields.get("preset"), fields.get("recipe")
    if not isinstance(preset, str) or not isinstance(recipe, dict):
        raise UserError(f"{path} does not say how its model was trained; choose another file.")
    return ModelSummary(preset, recipe)


def _network(header: _Header, arrays: dict[str, Array]) -> Network:
    fields = checked_fields(NetworkSpec, header.spec)
    check_size(fields)
    spec = NetworkSpec(**fields)
    if len(header.output_scales) != spec.depth:
        raise UserError(f"it has {len(header.output_scales)} output scales for {spec.depth} layers")
    matrices: tuple[str, ...] = _MATRICES
    if spec.prior is not None and f"layer1.{_MAP}" in arrays:
        matrices += (_MAP,)
    names = {f"layer{number}.{name}" for number in range(1, spec.depth + 1) for name in matrices}
    if wrong := names ^ arrays.keys():
        raise UserError(f"the matrix {min(wrong)} is missing or not part of the network")
    for name in sorted(names):
        if np.abs(arrays[name]).max(initial=0) > _LARGEST:
            raise UserError(
                f"the matrix {name} has numbers beyond {_LARGEST:,.0f}, with which nothing can be "
                "inferred"
            )
    layers = []
    for number, layer in enumerate(spec.layers, 1):
        A, B, C = (arrays[f"layer{number}.{name}"] for name in _MATRICES)
        M = arrays.get(f"layer{number}.{_MAP}")
        layers.append(Layer(layer, A, B, C, header.output_scales[number - 1], M))
    network = Network(spec, tuple(layers))
    _check_precision(network)
    return network


def _matrices(network: Network) -> tuple[str, ...]:
    """Return the names of the matrices that a network has."""
    return (*_MATRICES, _MAP) if network.mapped else _MATRICES


def check_size(fields: Mapping[str, Any]) -> None:
    """Refuse fields of a `NetworkSpec` of absurd size, before anything is made from them."""
    layers: tuple[LayerSpec, ...] = fields["layers"]
    squares = 1 if fields["prior"] is None else 6  # A, and the five parts of M
    parameters = sum(
        each.states * (squares * each.states + each.causes + each.inputs) for each in layers
    )
    if parameters > _MAX_PARAMETERS:
        raise UserError("the network has more than 50 million parameters")
    if len(layers) > _MAX_LAYERS:
        raise UserError(f"the network has more than {_MAX_LAYERS} layers")
    patches = prod(layer.group for layer in layers)
    for axis, pixels in enumerate(fields["frame_shape"]):
        field = fields["patch"] + sum(layer.reach[axis] for layer in layers)
        room = max(pixels + 2 * fields["padding"] - field, 0)
        patches *= room // max(fields["stride"] or field, 1) + 2
    if patches > _MAX_PATCHES:
        raise UserError("the network cuts its frame into more than 4 million patches")


def _check_precision(network: Network) -> None:
    """Refuse matrices that are not all float32 or all float64."""
    matrices = _matrices(network)
    precisions = {getattr(layer, name).dtype for layer in network.layers for name in matrices}
    if len(precisions) != 1 or not precisions <= {np.dtype(np.float32), np.dtype(np.float64)}:
        raise UserError("its matrices are not all of the same precision, float32 or float64")
