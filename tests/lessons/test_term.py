"""Terms are found in texts, and by what is typed."""

from dpcn_app.lessons.term import Term, TermFinder, search_terms

STATE = Term("states x", "Numbers of a patch.", ("state", "states"))
GAMMA = Term("γ", "The price of a state.", ("γ", "price"))
FULL = Term("γ₀", "The full price.", ("γ₀",))
PLACEBO = Term("placebo", "A control.", ("placebo",))
MATCHED = Term("matched placebo", "A firmer control.", ("matched placebo",))
ALL = (STATE, GAMMA, FULL, PLACEBO, MATCHED)


def names(text):
    return [found.term.name for found in TermFinder(ALL).in_text(text)]


def test_terms_are_found_as_words_and_at_the_beginning_of_sentences():
    assert names("States cost γ; a State too, but stateless understatement is none.") == [
        *("states x", "γ", "states x")
    ]


def test_of_two_terms_at_one_place_the_longer_one_is_meant():
    assert names("Matched placebo and placebo, γ₀ and γ.") == [
        *("matched placebo", "placebo", "γ₀", "γ")
    ]


def test_a_term_is_known_by_any_of_its_characters_and_no_other():
    finder, text = TermFinder(ALL), "the price is γ"
    assert finder.at(text, 3) is None
    assert [finder.at(text, place) for place in (4, 8)] == [GAMMA, GAMMA]
    assert finder.at(text, 9) is None and finder.at(text, 13) is GAMMA


def test_a_title_names_a_term_only_as_a_whole():
    finder = TermFinder(ALL)
    assert finder.named("States") is STATE
    assert finder.named("State estimation") is None and finder.named("") is None


def test_a_search_wants_all_words_and_puts_names_before_meanings():
    assert search_terms("price", ALL) == [GAMMA, FULL]
    assert search_terms("FULL price", ALL) == [FULL]
    assert search_terms("placebo", ALL) == [PLACEBO, MATCHED]
    assert search_terms("  ", ALL) == list(ALL)
    assert search_terms("zebra", ALL) == []


def test_greek_letters_are_found_by_their_names():
    assert search_terms("gamma", ALL) == [GAMMA, FULL]
