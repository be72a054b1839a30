"""stdout that fails: the command goes on, and the failure is known in the end."""

import io

import pytest

from dpcn_app.commands.checked_output import CheckedOutput


class Failing(io.StringIO):
    """A stream that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


def test_text_is_passed_on():
    stream = io.StringIO()
    output = CheckedOutput(stream)
    print("done", file=output)
    assert (stream.getvalue(), output.failure, output.isatty()) == ("done\n", "", False)


def test_the_first_failure_is_remembered_and_the_command_goes_on():
    output = CheckedOutput(Failing(OSError(28, "No space left on device")))
    print("one", file=output)
    print("two", file=output)
    assert output.failure == "no space left on device"


def test_a_closed_stdout_fails_only_where_something_is_printed():
    output = CheckedOutput(None)
    output.flush()
    assert output.failure == ""
    print("done", file=output)
    assert output.failure == "it is closed"


def test_a_reader_that_leaves_early_is_not_hidden():
    with pytest.raises(BrokenPipeError):
        print("done", file=CheckedOutput(Failing(BrokenPipeError(32, "Broken pipe"))))
