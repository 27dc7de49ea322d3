"""Sentences that end inside quotation marks: every language has its own pair, and some share a mark."""

from __future__ import annotations

from fractions import Fraction

import pytest

from renderer.contract.vocabulary import Language
from renderer.core.pauses import after_mark
from renderer.core.phrasing import border, closes_sentence, ends_clause, may_break
from renderer.core.script import display_text
from renderer.text.lines import build_line
from renderer.visuals.direction.cuts import cut_phrases
from renderer.visuals.rhythm import Rhythm
from tests.support.narrated import narration_of, script_of

QUESTION, PERIOD, PLAIN = after_mark("Why?"), after_mark("So."), after_mark("so")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "He asked “why?”"),
        (Language.EN, "He asked ‘why?’"),
        (Language.EN, '("Why?")'),
        (Language.DE, "Er fragte: „Warum?“"),
        (Language.DE, "Er fragte: ‚Warum?‘"),
        (Language.DE, "Er fragte: »Warum?«"),
        (Language.DE, "Er fragte: ›Warum?‹"),
        (Language.FR, "Il demande : « Pourquoi ? »"),
        (Language.FR, "Il demande : «\u202fPourquoi\u202f?\u202f»"),
        (Language.ES, "Preguntó: «¿Por qué?»"),
        (Language.PT, "Ele perguntou: “Por quê?”"),
        (Language.RU, "Он спросил: «Почему?»"),
        (Language.RU, "Он спросил: „Почему?“"),
        (Language.JA, "彼は聞いた。「なぜ？」"),
        (Language.JA, "彼は聞いた。『なぜ？』"),
        (Language.ZH, "他问：“为什么？”"),
        (Language.ZH, "他问：《为什么？》"),
        (Language.AR, "سأل: «لماذا؟»"),
        (Language.HI, "उसने पूछा: “क्यों?”"),
    ],
)
def test_a_quoted_question_closes_its_sentence_and_is_followed_by_the_pause_of_a_question(
    language: Language, text: str
) -> None:
    line = build_line(text, id="l", language=language)
    assert closes_sentence(line.tokens[-1].display)
    assert after_mark(display_text(line)) == QUESTION != PLAIN


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.DE, "Er nennt es „das alte Haus“"),
        (Language.DE, "Er nennt es »das Haus«"),
        (Language.FR, "Il dit « peut-être »"),
        (Language.RU, "Он сказал „да“"),
        (Language.JA, "彼は「多分」"),
        (Language.AR, "قال «ربما»"),
    ],
)
def test_a_quoted_name_closes_no_sentence(language: Language, text: str) -> None:
    line = build_line(text, id="l", language=language)
    assert not any(closes_sentence(token.display) for token in line.tokens)
    assert after_mark(display_text(line)) == PLAIN


@pytest.mark.parametrize(
    ("text", "closes", "clause"),
    [
        ("", False, False),
        ("“", False, False),
        ("»", False, False),
        ("\u00a0»", False, False),
        ("?", True, False),
        ("…“", True, False),
        ("so,“", False, True),
        ("oui\u00a0;", False, True),
        ("fin\u00a0!\u00a0»,", False, True),
        ("fin ! »", True, False),
        (" ", False, False),
        ("3.", True, False),
        ("3.5", False, False),
        ("है।", True, False),
        ("ہے۔", True, False),
    ],
)
def test_marks_count_behind_what_closes_and_closing_marks_alone_say_nothing(
    text: str, *, closes: bool, clause: bool
) -> None:
    assert closes_sentence(text) is closes
    assert ends_clause(text) is clause


@pytest.mark.parametrize("last", ["„Haus“", "Haus“", "‚Ja.‘", "»Nein!«", "Haus”", "fini\u00a0!\u00a0»"])
def test_a_line_may_end_behind_a_closing_quotation_mark(last: str) -> None:
    assert may_break(last, "sagte")


@pytest.mark.parametrize("last", ["“", "«", "„(", "(", "«\u00a0(", "¿", "「", "《", "$"])
def test_no_line_ends_with_an_opening_mark(last: str) -> None:
    assert not may_break(last, "Haus")


@pytest.mark.parametrize("following", ["»", "”", ")", "。", "、", "ー", "っ", "?", "％", "」と"])
def test_no_line_begins_with_a_mark_that_belongs_to_what_stands_before(following: str) -> None:
    assert not may_break("Haus", following)


def test_between_two_german_quotations_a_page_may_end_and_a_sentence_does() -> None:
    place = border("„Nein.“", "„Doch.“", Language.DE)
    assert place.open
    assert place.ends_sentence
    assert not place.leans_on


def test_pictures_are_cut_behind_a_quoted_sentence_rather_than_inside_one() -> None:
    text = "Der König rief „Wir bleiben hier!“ und die Leute im Tal hörten ihn noch lange danach."
    script = script_of("König", [[text]], Language.DE)
    narration = narration_of(script)
    two, four = Fraction(2), Fraction(4)
    rhythm = Rhythm(
        shortest=Fraction(1),
        ideal=two,
        longest=four,
        hook_shortest=Fraction(1),
        hook_ideal=two,
        hook_longest=four,
    )
    phrases = cut_phrases(script, narration, rhythm=rhythm, duration=narration.duration)
    assert "hier!“" in {phrase.words[-1].text for phrase in phrases}
