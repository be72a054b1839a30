"""The one exception that carries a sentence for the person at the keyboard."""


class UserError(Exception):
    """Something the user gave cannot be used; the message says what is wrong and what to do."""
