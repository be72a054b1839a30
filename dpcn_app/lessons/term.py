"""A term of the glossary, and how terms are found: in a text, by what is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SPELT = str.maketrans({"γ": "gamma ", "λ": "lambda ", "β": "beta ", "μ": "mu ", "û": "u hat "})


@dataclass(frozen=True)
class Term:
    """A word that the window and the lessons use, in a sentence.

    Parameters
    ----------
    name
        What it is called.
    meaning
        What it means, in one sentence, two at most.
    forms
        How it stands in texts; small letters match capital ones too.
    equation
        Key of its equation in `gui.equations`; empty where it has none.
    place
        Panel or control that shows it, by the name that lessons light it by; empty for none.
    """

    name: str
    meaning: str
    forms: tuple[str, ...] = ()
    equation: str = ""
    place: str = ""


@dataclass(frozen=True)
class FoundTerm:
    """A term in a text, from one character up to another."""

    start: int
    end: int
    term: Term


class TermFinder:
    """Finds terms in texts; of two that begin at one place, the longer one.

    Parameters
    ----------
    terms
        What is looked for.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = {form: term for term in terms for form in term.forms}
        forms = sorted(self._terms, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){_form(form)}(?!\w)" for form in forms))

    def in_text(self, text: str) -> list[FoundTerm]:
        """Return all terms that stand in a text, in their order."""
        return [
            FoundTerm(match.start(), match.end(), self._of(match[0]))
            for match in self._pattern.finditer(text)
        ]

    def at(self, text: str, place: int) -> Term | None:
        """Return the term that has the character at a place of a text; None for none."""
        found = self.in_text(text)
        return next((each.term for each in found if each.start <= place < each.end), None)

    def named(self, text: str) -> Term | None:
        """Return the term that a whole text names, such as the title of a tab; None for none."""
        found = self.in_text(text)
        whole = found and found[0].start == 0 and found[0].end == len(text)
        return found[0].term if whole else None

    def _of(self, matched: str) -> Term:
        return self._terms.get(matched) or self._terms[matched[0].lower() + matched[1:]]


def _form(form: str) -> str:
    """Return the pattern of a form: at the beginning of a sentence it has a capital letter."""
    first, rest = form[0], re.escape(form[1:])
    capital = first.isascii() and first.islower() and len(form) > 1
    return f"[{first}{first.upper()}]{rest}" if capital else re.escape(first) + rest


def search_terms(query: str, terms: Sequence[Term]) -> list[Term]:
    """Return the terms that hold all words of a query; those whose names do come first."""
    words = query.casefold().split()

    def rank(term: Term) -> int | None:
        name = f"{term.name} {term.name.translate(_SPELT)}".casefold()
        names = " ".join((name, *term.forms)).casefold()
        if words and name.startswith(words[0]) and all(word in name for word in words):
            return 0
        for place, text in enumerate((name, names, f"{names} {term.meaning.casefold()}")):
            if all(word in text for word in words):
                return place + 1
        return None

    ranked = [(place, term) for term in terms if (place := rank(term)) is not None]
    return [term for _, term in sorted(ranked, key=lambda each: each[0])]
