"""The one training that the window may have under way, and what becomes of its network."""

from __future__ import annotations

from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.network_list import NetworkList
from dpcn_app.live.snapshot import TrainingView
from dpcn_app.live.training_job import TrainingJob
from dpcn_app.training.status import TrainingStatus


class CurrentTraining:
    """A training that runs, is paused or was the last one; at first there is none.

    Parameters
    ----------
    networks
        The list that trained networks go into.

    Attributes
    ----------
    job
        The training; None before the first one, and after one that was lost.
    """

    def __init__(self, networks: NetworkList) -> None:
        self._networks = networks
        self._unkept: list[TrainingJob] = []  # whose networks could not be kept
        self.job: TrainingJob | None = None

    def start(self, command: StartTraining) -> None:
        """Start a training; refuse it while another one is under way."""
        if self.under_way:
            raise UserError("A training is under way; stop it before starting another.")
        if self.job is not None:
            self.job.close()
        self.job = TrainingJob(command, self._networks.free_name(command.about))

    def pause(self, on: bool) -> None:
        """Pause the training, or let it go on."""
        if self.job is not None:
            self.job.pause(on)

    def hurry(self) -> None:
        """End the slow start of the training."""
        if self.job is not None:
            self.job.hurry()

    def stop(self) -> None:
        """End the training where it is, and keep what it has learnt."""
        if self.job is not None:
            self.job.stop()

    @property
    def running(self) -> bool:
        """Whether it runs, and needs a core of its own."""
        return self.job is not None and self.job.state is TrainingStatus.RUNNING

    @property
    def under_way(self) -> bool:
        """Whether it runs or is paused."""
        return self.job is not None and self.job.state.under_way

    @property
    def has_to_keep(self) -> bool:
        """Whether closing has something to keep: a checkpoint, or a network once more."""
        return self.under_way or bool(self._unkept)

    @property
    def due(self) -> float | None:
        """Seconds until there may be something to look at; None where nothing comes any more."""
        return None if self.job is None else self.job.due

    def look(self) -> list[str]:
        """Take in what the process reports, and at its end keep what was learnt.

        Returns sentences about what could not be done.
        """
        job = self.job
        if job is None or not job.state.under_way:
            return []
        problems = job.look()
        if job.lost:
            job.close()
            self.job = None
        elif job.model is not None:
            if job.job.keep or job.state is TrainingStatus.DONE:
                job.name = self._networks.add_trained(job.name, job.model)
            if job.job.keep:
                problems += self._keep(job)
            else:
                job.forget()
        return problems

    def _keep(self, job: TrainingJob) -> list[str]:
        """Keep a trained network; where that cannot be done, its checkpoint stays."""
        assert job.model is not None
        try:
            job.name = self._networks.keep(job.name, job.model)
        except UserError as error:
            self._unkept.append(job)
            return [str(error)]
        job.kept = self._networks.is_kept(job.name)
        job.forget()
        return []

    def rename(self, name: str, new: str) -> None:
        """Call what the training has taught as the user does now."""
        if self.job is not None and self.job.kept and self.job.name == name:
            self.job.name = new

    def look_whether_kept(self) -> None:
        """Notice that what the training has taught was deleted, or brought back."""
        job = self.job
        if job is not None and not job.state.under_way and (job.kept or job.gone):
            job.kept = self._networks.is_kept(job.name)
            job.gone = not job.kept

    def view(self) -> TrainingView | None:
        """Return what the window shows of the training; None where there is none."""
        return None if self.job is None else self.job.view()

    def close(self) -> None:
        """End the process; a training that is under way leaves a checkpoint.

        Networks that could not be kept are tried once more. Where that fails again, their
        checkpoints stay, so that the next start can go on from there.
        """
        unkept, self._unkept = self._unkept, []
        for job in unkept:
            self._keep(job)
        if self.job is not None:
            self.job.close()
