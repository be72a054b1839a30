"""A term as rich text: its name, its sentence, its equation, and where it is in the window."""

from __future__ import annotations

import html
import math

from dpcn_app.gui.widgets.equation_tooltip import equation_line
from dpcn_app.lessons.term import Term
from dpcn_app.lessons.terms import FINDER

SCHEME = "term:"
"""How links to other terms begin."""


def term_tip(term: Term, where: str) -> str:
    """Return what a hover over a term says."""
    shown = f"In the window: {html.escape(where)} · " if where else ""
    return f"{_head(term)}<p>{html.escape(term.meaning)}</p><p><i>{shown}F2 opens all words</i></p>"


def term_page(term: Term, width: float) -> str:
    """Return a term as the glossary shows it in a width, other terms as links."""
    return f"{_head(term, width)}<p>{_linked(term)}</p>"


def _head(term: Term, widest: float = math.inf) -> str:
    equation = equation_line(term.equation, widest) if term.equation else ""
    return f"<p><b>{html.escape(term.name)}</b></p>{equation}"


def _linked(term: Term) -> str:
    """Return the sentence of a term with links to the others that stand in it."""
    text, parts, done = term.meaning, [], 0
    for found in FINDER.in_text(text):
        if found.term != term:
            parts.append(html.escape(text[done : found.start]))
            word = html.escape(text[found.start : found.end])
            parts.append(f"<a href='{SCHEME}{html.escape(found.term.name)}'>{word}</a>")
            done = found.end
    return "".join(parts) + html.escape(text[done:])
