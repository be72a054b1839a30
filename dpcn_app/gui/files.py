"""Opening and saving: videos, networks, sessions."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.recent import remember_file
from dpcn_app.live import choices
from dpcn_app.live.engine_commands import AddModel, Jump, ListModels, Play
from dpcn_app.live.session_file import SUFFIX, Session, load_session, save_session
from dpcn_app.storage.archive import is_archive
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.studies.study_paths import is_study
from dpcn_app.video.camera_devices import found_cameras
from dpcn_app.video.source_spec import CAMERA, SourceSpec

if TYPE_CHECKING:
    from dpcn_app.gui.panels.study.study_page import StudyNetwork
    from dpcn_app.gui.window import MainWindow
    from dpcn_app.storage.models import Model

_NOT_IN_NAMES = re.compile(r'[\s\0/\\:*?"<>|]')  # what some system allows in no file's name


def is_document(name: str) -> bool:
    """Return whether a file is a session, a network or a study, not a video."""
    return name.lower().endswith(SUFFIX) or is_archive(name) or is_study(Path(name))


class Files:
    """Opens and saves files for the window; if that fails, the window shows a sentence."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._models: dict[str, Path] = {}  # files of the networks in the list, by name

    # --- opening ----------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Let the user choose a video, a network, a session or the table of a study."""
        dialog = QFileDialog(self._window, "Open a video, a network, a session or a study")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._choose(dialog, self.open)

    def open_folder_dialog(self) -> None:
        """Let the user choose a folder of pictures, or that of a study."""
        dialog = QFileDialog(self._window, "Open a folder of pictures, or of a study")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        self._choose(dialog, self.open)

    def open(self, path: Path) -> None:
        """Open what a file holds: a study, a session, a network to use, or a video to watch."""
        try:
            if path.suffix.lower() == SUFFIX:
                self._open_session(path)
            elif is_study(path):
                self._open_study(path)
            elif is_archive(path):
                name = self._load_model(path)
                self._window.settings.change(model=name)
            else:
                self._window.settings.watch_video(str(path.absolute()))
                return  # remembered once it can be read
        except UserError as error:
            self._window.tell(str(error))
        else:
            remember_file(path)

    def watch_camera(self) -> None:
        """Watch the first camera that there is."""
        cameras = found_cameras()
        if cameras:
            self._window.settings.watch_video(SourceSpec(CAMERA, str(cameras[0])).text)
        else:
            self._window.tell("No camera was found; plug one in, or open a video file (Ctrl+O).")

    def use_network(self, name: str) -> None:
        """Use a network: a bundled one, a kept one, or that of a file."""
        settings = self._window.settings
        if name in bundled_models() or self._kept_file(name) is not None:
            settings.choose(choices.use_network, name, settings.noise_memory)
        else:
            self.open(Path(name))

    def _load_model(self, path: Path) -> str:
        """Add the network of a file to the list and return its name there."""
        from dpcn_app.storage.models import load_model

        store = self._window.networks
        kept = store.name_of(path) if store is not None else None
        if kept is not None:
            self._window.ask(ListModels())
            return kept
        model, name = load_model(path), path.stem
        if self._kept_file(name) is not None:  # that one stays in the list, too
            name = f"{name} ({path.name})"
        self._models[name] = path.absolute()
        self._window.ask(AddModel(name, model))
        return name

    def _kept_file(self, name: str) -> Path | None:
        """Return the file of a network that the app keeps; None if it does not keep it."""
        store = self._window.networks
        return store.files().get(name) if store is not None else None

    def _open_study(self, path: Path) -> None:
        """Show the page of a study; what is wrong with it is told there."""
        from dpcn_app.gui.panels.study.study_panel import StudyPanel

        panel = self._window.pages.panels.get(StudyPanel.name)
        if not isinstance(panel, StudyPanel):
            raise UserError("The window is still being built; open the study in a moment.")
        self._window.full_screen.leave()
        self._window.pages.open(panel.name)
        panel.open_study(path.absolute())

    def open_study_network(self, chosen: StudyNetwork) -> None:
        """Use the network behind a cell of a study, on shapes, noise and mode that belong to it."""
        from dpcn_app.storage.models import load_summary
        from dpcn_app.training.presets import PRESETS

        settings = self._window.settings
        try:
            preset = PRESETS.get(load_summary(chosen.model).preset.removesuffix("-custom"))
            name = self._load_model(chosen.model)
        except UserError as error:
            self._window.tell(str(error))
            return
        shapes = preset.shapes if preset is not None else ""
        if shapes:
            found = choices.watch_shapes(settings.current, shapes, settings.noise_memory)
            found = replace(found, model=name)
            if chosen.noise is not None:
                found = replace(found, noise_kind="structured", noise=chosen.noise)
        else:
            found = choices.use_network(settings.current, name, settings.noise_memory)
        if chosen.mode is not None:
            found = replace(found, modes=(chosen.mode,))
        self._window.pages.close()
        settings.set(found)
        self._window.status.give_notice(chosen.words)

    def _open_session(self, path: Path) -> None:
        session = load_session(path)
        settings = session.settings
        if session.model_file is not None:
            settings = replace(settings, model=self._load_model(Path(session.model_file)))
        self._window.settings.set(settings)
        self._window.ask(Play(session.playing))
        self._window.ask(Jump(session.frame))
        self._window.context.camera.go_to(*session.camera)
        self._window.context.overlays.use(session.overlays)

    # --- saving -----------------------------------------------------------------------------------

    def save_model_dialog(self) -> None:
        """Let the user save the network in use."""
        name = _NOT_IN_NAMES.sub("-", self._window.settings.current.model)
        dialog = self._save_dialog("Save the network", f"{name}.npz", "Networks (*.npz)")
        self._choose(dialog, self.save_model)

    def save_model(self, path: Path) -> None:
        """Save the network in use."""
        from dpcn_app.storage.models import save_model

        snapshot = self._window.snapshot
        if snapshot is None or snapshot.model is None:
            self._window.tell("There is no network to save yet; wait until the engine is loaded.")
            return
        model = snapshot.model
        if self._save(path, lambda: save_model(path, model)):
            self._models[snapshot.settings.model] = path.absolute()

    def export_network_dialog(
        self, name: str, saved: Callable[[Path], None], above: QWidget
    ) -> None:
        """Let the user save a copy of a bundled or a kept network; then call `saved`.

        The file is called as it is where it is kept, so that a session beside it finds it. The
        dialog stands above the one that asked, which has the keyboard afterwards.
        """
        from dpcn_app.storage.models import save_model
        from dpcn_app.storage.network_names import file_stem

        def export(path: Path) -> None:
            if self._save(path, lambda: save_model(path, self._model_of(name))):
                saved(path)

        suggested = f"{file_stem(name)}.npz"
        dialog = self._save_dialog("Export the network", suggested, "Networks (*.npz)", above)
        self._choose(dialog, export)

    def _model_of(self, name: str) -> Model:
        """Read a bundled or a kept network."""
        store = self._window.networks
        return open_model(name) if store is None or name in bundled_models() else store.open(name)

    def save_session_dialog(self) -> None:
        """Let the user save the session."""
        dialog = self._save_dialog("Save the session", f"session{SUFFIX}", f"Sessions (*{SUFFIX})")
        self._choose(dialog, self.save_session)

    def save_session(self, path: Path) -> None:
        """Save the session: settings, overlays, current frame and camera."""
        self._save(path, lambda: save_session(path, self.session()))

    def session(self, folder: Path | None = None) -> Session:
        """Return the session; a network that is in no file yet is saved in a folder, if given."""
        settings, snapshot = self._window.settings.current, self._window.snapshot
        file = self._kept_file(settings.model) or self._models.get(settings.model)
        if file is not None and not os.path.isfile(file):  # it was removed since
            file = None
        unsaved = file is None and settings.model not in bundled_models()
        if unsaved and folder is not None and snapshot is not None and snapshot.model is not None:
            from dpcn_app.storage.models import save_model

            file = folder / "network.npz"
            save_model(file, snapshot.model)
        elif unsaved:
            raise UserError(
                f"The network “{settings.model}” is in no file; save it first (Ctrl+S), "
                "so that the session can find it again."
            )
        return Session(
            settings=settings,
            model_file=None if file is None else str(file),
            frame=0 if snapshot is None else snapshot.frame.index,
            camera=self._window.context.camera.place,
            playing=snapshot is None or snapshot.playing,
            overlays=self._window.context.overlays.current,
        )

    def _save(self, path: Path, write: Callable[[], None]) -> bool:
        """Write a file and say so, or say why not."""
        try:
            write()
        except UserError as error:
            self._window.tell(str(error))
            return False
        remember_file(path)
        self._window.statusBar().showMessage(f"Saved {path.name}", 4000)
        return True

    # --- dialogs ----------------------------------------------------------------------------------

    def _save_dialog(
        self, title: str, name: str, kinds: str, above: QWidget | None = None
    ) -> QFileDialog:
        dialog = QFileDialog(above or self._window, title, name, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix[1:])
        return dialog

    @staticmethod
    def _choose(dialog: QFileDialog, use: Callable[[Path], None]) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: use(Path(name)))
        dialog.open()
