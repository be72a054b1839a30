"""The running window, measured from outside: a module for each thing that it should be good at."""

LONG_TRAINING = 20_000  # frames: enough for the longest measurement
