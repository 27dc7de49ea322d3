"""Words of cues with their times: from the voiceover, from the transcript, or the cue's time divided."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.cue_words import HEARD, SPREAD, cue_words
from pipelines.project.documents import Dub
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language
from renderer.core.words import Word
from tests.unit.pipelines.project.values import analysis, cue, dub, dubbed, heard, line, ms, phrase, placed

SILENT = dub()


def words(
    shown: TimedText,
    source: SourceAnalysis,
    language: Language = Language.EN,
    *,
    voiceover: Dub = SILENT,
    speaks: bool = False,
) -> tuple[Word, ...]:
    return cue_words(shown, line(shown.text, language), analysis=source, dub=voiceover, speaks=speaks)


def times(found: tuple[Word, ...]) -> list[tuple[int, int]]:
    return [(int(word.span.start * 1000), int(word.span.end * 1000)) for word in found]


def test_words_that_were_heard_keep_their_times_and_their_trust() -> None:
    source = analysis(heard((100, 400, "the"), (450, 900, "sea"), trust=0.75))
    found = words(cue(0, 1000, "The sea!"), source)
    assert [word.text for word in found] == ["The", "sea!"]
    assert times(found) == [(100, 400), (450, 900)]
    assert [(word.source, word.confidence, word.token) for word in found] == [
        (HEARD, 0.75, 0),
        (HEARD, 0.75, 1),
    ]
    assert {word.line for word in found} == {"c1"}


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (Language.FR, "Il dit : « Non ! »", ["il", "dit", "non"]),
        (Language.DE, "„Groß“, sagte er.", ["GROSS", "sagte", "er"]),
        (Language.ES, "¿Qué pasó?", ["qué", "pasó"]),
        (Language.RU, "Это — правда.", ["это", "правда"]),
        (Language.AR, "هل هذا صحيح؟", ["هل", "هذا", "صحيح"]),
        (Language.HI, "क्या यह सच है?", ["क्या", "यह", "सच", "है"]),
        (Language.PT, "Não, obrigado…", ["não", "obrigado"]),
    ],
)
def test_marks_and_capitals_do_not_hide_what_was_heard(
    language: Language, text: str, said: list[str]
) -> None:
    source = analysis(heard(*((200 * place, 200 * place + 150, word) for place, word in enumerate(said))))
    found = words(cue(0, 5000, text), source, language)
    assert [word.source for word in found] == [HEARD] * len(said)
    assert times(found) == [(200 * place, 200 * place + 150) for place in range(len(said))]


@pytest.mark.parametrize(
    "said",
    [
        [(100, 400, "the")],
        [(100, 400, "the"), (450, 900, "see")],
        [(100, 400, "sea"), (450, 900, "the")],
        [(100, 400, "the"), (450, 900, "sea"), (900, 950, "now")],
        [(100, 400, "the"), (1000, 1400, "sea")],
        [(100, 400, "the"), (450, 450, "sea")],
        [(100, 400, "the"), (100, 900, "sea")],
    ],
    ids=["too few", "another", "another order", "one more", "begins with the next cue", "no time", "at once"],
)
def test_where_other_words_were_heard_the_cue_shares_its_time_out(said: list[tuple[int, int, str]]) -> None:
    found = words(cue(0, 1000, "The sea."), analysis(heard(*said)))
    assert [word.source for word in found] == [SPREAD, SPREAD]
    assert found[0].span.start == 0
    assert found[1].span == type(found[1].span)(found[0].span.end, Fraction(1))
    assert all(word.confidence < 0.5 for word in found)


def test_words_heard_over_each_other_or_past_the_cue_are_parted_and_cut() -> None:
    source = analysis(heard((0, 700, "the"), (500, 1900, "sea")))
    assert times(words(cue(0, 1000, "The sea."), source)) == [(0, 500), (500, 1000)]


def test_words_of_several_segments_count_together() -> None:
    source = analysis(heard((0, 300, "the")), phrase(300, 400, "hm"), heard((400, 800, "sea")))
    assert times(words(cue(0, 1000, "The sea."), source)) == [(0, 300), (400, 800)]


def test_a_line_of_the_voiceover_times_the_cue_that_it_says() -> None:
    said = dubbed((0, 1000, "The sea."), placed(200, 48_000), (200, 500, "The"), (500, 1200, "sea."))
    source = analysis(heard((0, 300, "the"), (300, 800, "sea")))
    shown = cue(0, 1000, "The sea.")
    spoken = words(shown, source, voiceover=dub(said), speaks=True)
    assert times(spoken) == [(200, 500), (500, 1200)]
    assert {word.source for word in spoken} == {"espeak"}
    assert {word.line for word in spoken} == {"c1"}
    assert times(words(shown, source, voiceover=dub(said))) == [(0, 300), (300, 800)]


def test_of_two_lines_of_one_text_the_one_at_the_cues_time_counts() -> None:
    early = dubbed((0, 1000, "No."), placed(0, 9600), (0, 200, "No."))
    late = dubbed((1000, 2000, "No."), placed(1100, 9600), (1100, 1300, "No."))
    found = words(cue(1000, 2000, "No."), analysis(), voiceover=dub(early, late), speaks=True)
    assert times(found) == [(1100, 1300)]


@pytest.mark.parametrize(
    "said",
    [
        dubbed((0, 1000, "The sea"), placed(0, 48_000), (0, 300, "The"), (300, 1000, "sea")),
        dubbed((1, 1000, "The sea."), placed(1, 48_000), (1, 300, "The"), (300, 1000, "sea.")),
        dubbed((0, 1000, "The sea."), placed(0, 48_000)),
        dubbed((0, 1000, "The sea."), placed(0, 48_000), (0, 300, "The")),
    ],
    ids=["another text", "another time", "no word times", "a word without a time"],
)
def test_a_line_that_says_something_else_or_is_not_timed_leaves_the_cue_alone(said: object) -> None:
    found = words(cue(0, 1000, "The sea."), analysis(), voiceover=dub(said), speaks=True)  # type: ignore[arg-type]
    assert {word.source for word in found} == {SPREAD}


def test_a_cue_of_a_millisecond_gives_every_word_some_of_it() -> None:
    found = words(cue(5, 6, "One two three"), analysis())
    assert (found[0].span.start, found[-1].span.end) == (ms(5, 6).start, ms(5, 6).end)
    assert all(word.span.duration > 0 for word in found)


def test_long_words_get_more_of_the_time_than_short_ones_by_what_is_said() -> None:
    short, number = words(cue(0, 1000, "In 1848"), analysis())
    assert number.span.duration > 4 * short.span.duration


TEXTS = {
    Language.EN: "In 1848 the sea, all of it, rose by 40%.",
    Language.ZH: "一八四八年海水上涨了。",
    Language.JA: "「なぜ？」と彼は言った。",
    Language.AR: "ارتفع البحر كله (٤٠٪).",
    Language.HI: "समुद्र 40% बढ़ गया।",
}


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 100_000), st.integers(1, 10_000))
def test_shared_out_words_tile_their_cue_in_every_language(
    language: Language, start: int, lasts: int
) -> None:
    shown = cue(start, start + lasts, TEXTS[language])
    found = words(shown, analysis(), language)
    assert [word.token for word in found] == list(range(len(line(shown.text, language).tokens)))
    assert found[0].span.start == Fraction(start, 1000)
    assert found[-1].span.end == Fraction(start + lasts, 1000)
    assert all(earlier.span.end == later.span.start for earlier, later in pairwise(found))
    assert all(word.span.duration > 0 for word in found)
    assert (
        "".join(word.text + word.gap for word in found).strip()
        == "".join(token.display + token.gap for token in line(shown.text, language).tokens).strip()
    )
