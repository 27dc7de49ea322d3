from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionWord
from renderer.core.paging import HOLD, PAUSE, SHORTEST, PagingRules, page_span, paginate
from renderer.core.phrasing import (
    closes_sentence,
    cuts_name,
    ends_clause,
    leans_back,
    may_break,
    number_binds,
    weighs_little,
)
from renderer.core.timecode import TimeRange
from tests.support.narrated import narration_of, script_of


def rules(words: int = 4, aim: int = 3, language: Language = Language.EN) -> PagingRules:
    spaced = language not in {Language.ZH, Language.JA}
    return PagingRules(
        words=words,
        aim=aim,
        characters=24 if spaced else 9,
        seconds=Fraction(3),
        spaced=spaced,
        language=language,
    )


def spoken(text: str, *, pace: Fraction = Fraction(3, 10), gap: str = " ") -> list[CaptionWord]:
    return [
        CaptionWord(text=part, span=TimeRange(k * pace, (k + 1) * pace), index=k, gap=gap)
        for k, part in enumerate(text.split())
    ]


def pages_of(text: str, rule: PagingRules, gap: str = " ") -> list[str]:
    words = spoken(text, gap=gap)
    return ["".join(words[k].text + words[k].gap for k in page).strip() for page in paginate(words, rule)]


TOKEN = st.sampled_from(
    ["a", "the", "octopus", "heart,", "3", "km", "alive.", "extraordinarily", "no", "why?"]
)
LENGTH = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(3, 2), max_denominator=100)
SILENCE = st.sampled_from([Fraction(0), Fraction(1, 50), Fraction(2, 5), Fraction(2)])


@st.composite
def narrations(draw: st.DrawFn) -> list[CaptionWord]:
    words: list[CaptionWord] = []
    moment = Fraction(0)
    for index in range(draw(st.integers(1, 30))):
        end = moment + draw(LENGTH)
        words.append(CaptionWord(text=draw(TOKEN), span=TimeRange(moment, end), index=index))
        moment = end + draw(SILENCE)
    return words


@given(narrations())
def test_pages_take_every_word_once_and_never_overlap(words: list[CaptionWord]) -> None:
    pages = paginate(words, rules())
    assert [k for page in pages for k in page] == list(range(len(words)))
    spans = [page_span(words, page) for page in pages]
    assert all(one.end <= other.start for one, other in pairwise(spans))
    for span, page in zip(spans, pages, strict=True):
        assert span.start == words[page[0]].span.start
        assert words[page[-1]].span.end <= span.end <= words[page[-1]].span.end + HOLD


@given(narrations())
def test_no_page_blinks_where_another_cut_could_avoid_it(words: list[CaptionWord]) -> None:
    """A page of less than a quarter of a second remains only if joining it would overfill a neighbour."""
    roomy = replace(rules(words=30), characters=10_000, seconds=Fraction(100))
    pages = paginate(words, roomy)
    short = [page for page in pages if page_span(words, page).duration < SHORTEST]
    assert not short or len(pages) == 1


@given(narrations())
def test_pages_keep_the_styles_limits(words: list[CaptionWord]) -> None:
    """A limit yields to avoid a blink, and by one word to avoid a page that ends on a loose word."""
    for page in paginate(words, rules()):
        if len(page) > rules().words:
            blinks = any(page_span(words, range(k, k + 1)).duration < SHORTEST for k in page)
            loose = any(weighs_little(words[k].text, Language.EN) for k in page)
            assert blinks or (loose and len(page) == rules().words + 1)


def test_pages_end_at_sentences_and_pauses() -> None:
    assert pages_of("It has three hearts. Two pump blood.", rules()) == [
        "It has three hearts.",
        "Two pump blood.",
    ]
    words = spoken("one two three four")
    late = [
        word if k < 2 else CaptionWord(text=word.text, span=word.span.shifted(PAUSE * 2), index=k)
        for k, word in enumerate(words)
    ]
    assert [len(page) for page in paginate(late, rules())] == [2, 2]


def test_no_orphan_is_left_and_no_page_ends_on_an_article() -> None:
    pages = pages_of("every octopus alive today has got the same heart", rules())
    assert all(len(page.split()) > 1 for page in pages)
    assert pages_of("No, they have three hearts", rules())[0] != "No,"
    assert not any(page.endswith(" the") for page in pages)


def test_numbers_stay_with_their_units() -> None:
    for page in pages_of("they swim very far about 40 km every single day", rules()):
        assert not page.endswith("40")
    assert number_binds("40", "km", Language.EN)
    assert number_binds("2024", "年", Language.ZH)
    assert not number_binds("40", "octopuses", Language.EN)


def test_chinese_pages_count_characters_and_never_start_with_closing_punctuation() -> None:
    pages = pages_of("两颗 把 血液 送到 鳃 ， 一颗 供养 全身 。", rules(language=Language.ZH), gap="")
    assert all(len(page) <= 10 for page in pages)
    assert not any(page[0] in "，。" for page in pages)
    assert "".join(pages) == "两颗把血液送到鳃，一颗供养全身。"


def test_punctuation_facts() -> None:
    assert closes_sentence("Herzen?»")
    assert closes_sentence("है।")
    assert closes_sentence("知道。」")
    assert not closes_sentence("Herzen,")
    assert not may_break("血", "、")
    assert not may_break("「", "血")
    assert may_break("血", "「")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It was the first time that anybody in a town may see the ship", Language.EN),
        ("Это может быть самый старый корабль который видел этот город", Language.RU),
        ("Es la primera vez que alguien en el pueblo puede ver un barco", Language.ES),
        ("C'est la première fois que le bateau peut entrer dans un port", Language.FR),
    ],
)
def test_no_page_ends_on_a_word_that_leans_forward(text: str, language: Language) -> None:
    pages = pages_of(text, rules(language=language))
    assert len(pages) > 2
    ends = {page.split()[-1].lower() for page in pages[:-1]}
    assert not ends & {"a", "the", "may", "может", "самый", "который", "этот", "la", "el", "un", "en", "que"}
    assert not ends & {"le", "peut", "dans", "puede"}


def test_no_page_begins_with_a_word_that_leans_back_and_no_katakana_name_is_cut() -> None:
    pages = pages_of("他们 发现 了 船长 的 房间 里 没有 人 的 声音", rules(language=Language.ZH), gap="")
    assert len(pages) > 1
    assert all(page[0] not in "的了里" for page in pages)
    pages = pages_of("船長 の 名前 は マリー・ セレスト だった", rules(language=Language.JA), gap="")
    assert len(pages) > 1
    assert any("マリー・セレスト" in page for page in pages)
    assert all(page[0] not in "のは" for page in pages)


SENTENCES = Path(__file__).parents[3] / "benchmarks" / "picture_sets" / "homonyms"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("style", [CaptionStyle.TIKTOK, CaptionStyle.MRBEAST])
def test_pages_of_sixty_sentences_hold_together(style: CaptionStyle, language: Language) -> None:
    """No page ends on a word that leans on the next, begins with one that leans back, or splits a name.

    The exception is a name or pair that would not fit on any page.
    """
    lines = (SENTENCES / f"{language.value}.txt").read_text("utf-8").splitlines()
    texts = [max(line.split("|"), key=len).strip() for line in lines if not line.startswith("#")]
    script = script_of("sixty", [[text for text in texts if text]], language)
    frame = Frame(width=1080, height=1920)
    track = lay_out(
        narration_of(script),
        script,
        style=style,
        position=CaptionPosition.CENTER,
        language=language,
        frame=frame,
    )
    pages = [[word.text for line in page.lines for word in line.words] for page in track.pages]
    borders = [(one[-1], other[0]) for one, other in pairwise(pages) if not ends_clause(one[-1])]
    inside = [(last, first) for last, first in borders if not closes_sentence(last)]
    torn = [
        (last, first)
        for last, first in inside
        if weighs_little(last, language) or leans_back(first, language) or cuts_name(last, first)
    ]
    assert len(torn) <= max(1, len(pages) / 300), torn
