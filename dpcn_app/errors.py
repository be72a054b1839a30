"""The exceptions that carry a sentence for the person at the keyboard."""


class UserError(Exception):
    """Something the user gave cannot be used; the message says what is wrong and what to do."""


class OtherTrainingError(UserError):
    """A checkpoint belongs to another training than the one that is to go on from it."""


class DamagedFileError(UserError):
    """A file does not hold what it should; to try it again later would be of no use."""
