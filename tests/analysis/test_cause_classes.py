"""Which class each cause stands for."""

import numpy as np

from dpcn_app.analysis.cause_classes import cause_classes

LABELS = np.arange(60) % 3


def test_a_cause_stands_for_the_class_that_has_most_of_it():
    causes = np.zeros((60, 3))
    causes[LABELS == 0, 2] = 3.0
    causes[LABELS == 1, 0] = 1.0
    causes[LABELS == 2, 1] = 2.0
    causes += 0.2  # noise
    assert cause_classes(causes, LABELS, 3) == (1, 2, 0)


def test_a_cause_of_no_class_or_of_two_has_no_name():
    causes = np.zeros((60, 3))
    causes[LABELS < 2, 1] = 1.0
    causes[:, 2] = 1.0
    assert cause_classes(causes, LABELS, 3) == (None, None, None)


def test_nothing_is_named_until_every_class_has_been_seen():
    causes = np.eye(3)[LABELS]
    assert cause_classes(causes[:12], LABELS[:12], 3) == (None, None, None)
    assert cause_classes(causes[:15], LABELS[:15], 3) == (0, 1, 2)
    assert cause_classes(causes, np.full(60, -1), 3) == (None, None, None)
    assert cause_classes(causes, LABELS, 0) == (None, None, None)
