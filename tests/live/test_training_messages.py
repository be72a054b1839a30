"""What goes through the pipe arrives whole, once, and cannot be written to."""

import pickle
from dataclasses import replace

import pytest

from dpcn_app.live.training_messages import TrainingReport, parameters_alone
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.curves import GrowingCurves
from dpcn_app.training.status import TrainingStatus
from tests.helpers.tiny_training import differences
from tests.training.test_curves import rows


def report(**changes) -> TrainingReport:
    network = open_model("shapes-easy").network
    return replace(TrainingReport(TrainingStatus.RUNNING, None, None, None, network), **changes)


def test_a_network_travels_with_its_parameters_alone_and_arrives_frozen():
    network = open_model("shapes-easy").network
    light = len(pickle.dumps(parameters_alone(network)))
    _ = network.layers[0].gram, network.layers[0].A_rows
    assert len(pickle.dumps(parameters_alone(network))) == light < len(pickle.dumps(network))
    sent = report(network=network, model=replace(open_model("shapes-easy"), network=network))
    arrived = pickle.loads(pickle.dumps(sent)).frozen()
    assert differences(arrived.network, network) == []
    assert arrived.model.network is arrived.network
    with pytest.raises(ValueError, match="read-only"):
        arrived.network.layers[0].C[0] = 0


def test_of_two_reports_that_nobody_has_read_nothing_is_lost():
    first = report(rows=tuple(rows(0, 1)), problems=("one",), failed=True)
    both = report(rows=tuple(rows(2)), problems=("two",), seconds_left=3.0).after(first)
    assert [row.step for row in both.rows] == [0, 1, 2]
    assert (both.problems, both.failed, both.seconds_left) == (("one", "two"), True, 3.0)
    assert report(last=None).after(None).rows == ()
    before = GrowingCurves()
    assert report().after(report(before=before)).before is before
