"""What comes with the app: the folder of its resources, the trained models in it, its icon."""

from __future__ import annotations

import os
from pathlib import Path

import dpcn_app
from dpcn_app.errors import UserError
from dpcn_app.storage.models import Model, load_model

APP_ID = "dpcn-app"
"""What desktops know the app by: the name of its menu entry and of its icon."""


def resources() -> Path:
    """Return the folder of resources: inside an installed package, beside it in a checkout."""
    package = Path(dpcn_app.__file__).resolve().parent
    installed, checkout = package / "resources", package.parent / "resources"
    return installed if os.path.isdir(installed) else checkout


def icon_file() -> Path:
    """Return the picture of the app's icon."""
    return resources() / "icons" / f"{APP_ID}.svg"


def bundled_models() -> tuple[str, ...]:
    """Return the names of the models that come with the app."""
    return tuple(sorted(file.stem for file in (resources() / "models").glob("*.npz")))


def open_model(name_or_path: str | os.PathLike[str]) -> Model:
    """Return a model that comes with the app, by its name, or one from a file.

    A model's name comes before a file of the same name; ``./name`` means the file.
    """
    names = bundled_models()
    if name_or_path in names:
        return load_model(resources() / "models" / f"{name_or_path}.npz")
    if os.path.exists(name_or_path):
        return load_model(name_or_path)
    choice = f"choose from {', '.join(names)}" if names else "no models come with this installation"
    raise UserError(f"There is no model or file called {str(name_or_path)!r}; {choice}.")
