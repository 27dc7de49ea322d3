"""Titles in a chapter's own words, and chapters told in other words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, PassageKind, ScriptPassage, Sentence
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.rewriting import LONGEST_PIECE, pieces, retold
from renderer.manuscript.terms import terms
from renderer.manuscript.titles import LONGEST_CHARACTERS, LONGEST_UNSPACED, LONGEST_WORDS, titles

EN, ZH = Language.EN, Language.ZH

SCRIPT = """# All

## One

The *iron* bridge fell. It was old.

### Below

Trains stopped. Nobody died.

| a | b |
|---|---|
| 1 | 2 |
"""


def passages(*paragraphs: Sequence[str]) -> list[ScriptPassage]:
    return [
        ScriptPassage(
            kind=PassageKind.PARAGRAPH,
            sentences=tuple(Sentence(id=f"s{at}", text=text) for at, text in enumerate(paragraph)),
        )
        for paragraph in paragraphs
    ]


def chapter() -> Chapter:
    return read_manuscript(SCRIPT, language=EN).chapters[0]


def test_a_title_says_what_its_chapter_has_and_the_others_have_not() -> None:
    bridge = passages(["The iron bridge carried heavy trains.", "The bridge was long."])
    snow = passages(["Snow covered the quiet valley.", "The valley slept."])
    first, second = titles([bridge, snow], EN)
    assert "bridge" in first
    assert "valley" in second.casefold()


def test_chapters_with_the_same_words_have_titles_of_their_own() -> None:
    same = passages(["The iron bridge fell."])
    found = titles([same, same, same], EN)
    assert len({title.casefold() for title in found}) == 3
    assert titles([passages(["Go."]), passages(["Go."])], EN) == ["1", "2"]


def test_a_title_is_a_name_or_what_is_said_again_and_no_half_sentence() -> None:
    watch = passages(
        ["Every Monday Ruth Belville set the old watch called Mr Arnold.", "She sold the time."],
        ["Ruth Belville walked for fifty years through 3 parts of London."],
    )
    (title,) = titles([watch], EN)
    assert title == "Ruth Belville"
    salt = passages(
        ["In einem Menschen stecken etwa 200 Gramm davon.", "Die Bergleute arbeiteten lange daran."],
        ["Man fand die Bergleute erst spät."],
    )
    assert titles([salt], Language.DE) == ["Bergleute"]


def test_no_title_stands_in_another() -> None:
    first = passages(["The iron bridge stood.", "The iron bridge fell."])
    found = titles([first, first, passages(["The long iron bridge fell.", "Snow lay there."])], EN)
    lower = [title.casefold() for title in found if not title.isdigit()]
    assert not [(one, other) for one in lower for other in lower if one != other and one in other]


def test_no_chinese_title_opens_or_closes_with_a_particle() -> None:
    text = "各会员国的国籍不得任意剥夺的权利。撒哈拉沙漠的骆驼的队伍很慢。"
    for title in titles([passages([text]), passages([text[::1] + "商队的骆驼。"])], ZH):
        assert not title.startswith(("的", "了"))
        assert not title.endswith(("的", "在"))


def test_a_chinese_title_is_a_run_of_whole_words() -> None:
    found = titles([passages(["黑海的船队在冬天航行。"]), passages(["撒哈拉沙漠的骆驼很慢。"])], ZH)
    assert all(3 < len(title) <= LONGEST_UNSPACED for title in found)
    assert found[0] in "黑海的船队在冬天航行。"
    assert found[1] in "撒哈拉沙漠的骆驼很慢。"


@given(
    texts=st.lists(
        st.lists(
            st.sampled_from(["the", "of", "bridge", "iron", "snow", "a", "valley", "x" * 30]), max_size=12
        ),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=40, deadline=None)
def test_titles_are_short_differ_and_open_with_a_word_that_says_something(texts: list[list[str]]) -> None:
    found = titles([passages([" ".join(words)]) for words in texts], EN)
    assert len(found) == len(texts) == len({title.casefold() for title in found})
    for at, title in enumerate(found, start=1):
        words = title.split()
        assert len(title) <= LONGEST_CHARACTERS
        assert title == str(at) or 1 <= len(words) <= LONGEST_WORDS
        assert title == str(at) or (terms(words[0], EN) and terms(words[-1], EN))


def test_a_chapter_is_asked_for_in_paragraphs() -> None:
    (piece,) = pieces(chapter(), EN)
    assert piece.paragraphs == ("The iron bridge fell. It was old.", "Trains stopped. Nobody died.")
    assert piece.characters == sum(map(len, piece.paragraphs))


@pytest.mark.parametrize(("language", "joint"), [(EN, " "), (ZH, "")])
def test_a_long_chapter_goes_in_pieces_that_lose_nothing(language: Language, joint: str) -> None:
    half = "x" * (LONGEST_PIECE // 2)
    long = Chapter(
        id="c1", title="", passages=tuple(passages([half], [half], ["y", "z"], ["w" * LONGEST_PIECE]))
    )
    found = pieces(long, language)
    assert [piece.paragraphs for piece in found] == [(half, half), (f"y{joint}z",), ("w" * LONGEST_PIECE,)]


def test_sentences_of_the_source_keep_their_emphasis_and_new_ones_are_marked() -> None:
    told = retold(chapter(), ["The iron bridge fell. Nobody had seen it", "Trains stopped."], EN)
    first, new, last = told.sentences
    assert (first.text, first.stressed, first.rewritten) == ("The iron bridge fell.", ("iron",), False)
    assert (new.text, new.stressed, new.rewritten) == ("Nobody had seen it.", (), True)
    assert not last.rewritten
    assert [sentence.id for sentence in told.sentences] == ["c1.s1", "c1.s2", "c1.s3"]


def test_sub_headings_and_tables_stay_in_their_order() -> None:
    one, two = retold(chapter(), ["Alpha.", "Beta."], EN).passages
    assert (one.heading, one.tables) == ("", ())
    assert two.heading == "Below"
    assert [table.header for table in two.tables] == [("a", "b")]
    (all_in_one,) = retold(chapter(), ["Alpha."], EN).passages
    assert (all_in_one.heading, len(all_in_one.tables)) == ("Below", 1)


def test_nothing_to_say_leaves_the_chapter_as_it_is() -> None:
    source = chapter()
    for paragraphs in ([], [""], ["***", "…"]):
        assert retold(source, paragraphs, EN) is source


def test_the_first_sentence_of_a_chapter_leans_on_nothing() -> None:
    told = retold(chapter(), ["It was old. It fell."], EN)
    assert [sentence.leans for sentence in told.sentences] == [False, True]
