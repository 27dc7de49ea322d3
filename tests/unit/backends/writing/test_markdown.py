"""A user's Markdown, line by line: what is spoken, what is a heading, what is never lost or spoken."""

from __future__ import annotations

import pytest

from renderer.backends.writing.base import Brief
from renderer.backends.writing.script_file import TITLE_CHARACTERS, ScriptFileWriter, _read
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role

Paragraphs = list[list[str]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("One\ntwo.", [["One two."]]),
        ("One\r\ntwo.\r\n\r\nThree.", [["One two."], ["Three."]]),
        ("\ufeffOne.", [["One."]]),
        ("One  \ntwo", [["One two"]]),
        ("- one\n- two\n  goes on\n\nAfter", [["one", "two goes on"], ["After"]]),
        ("1) first\n2) second", [["first", "second"]]),
        ("10. tenth\n11. eleventh", [["tenth", "eleventh"]]),
        ("Shopping:\n1. bread\n2. milk", [["Shopping:", "bread", "milk"]]),
        ("- [x] done\n* [ ] open\n+ plus\n• dot", [["done", "open", "plus", "dot"]]),
        ("> one\n> two\n\n>> deep", [["one two"], ["deep"]]),
        ("one\n***\ntwo\n\n- - -\n\nthree", [["one"], ["two"], ["three"]]),
        ("| a | b |\n|:--|--:|\n| c | d |", [["a, b"], ["c, d"]]),
        ("seen[^1] here\n\n[^1]: never said\n[link]: https://a.b", [["seen here"]]),
        ("<!-- hidden\n\nstill --> shown", [["shown"]]),
        ("before\n```\ncode\n```\nafter", [["before"], ["after"]]),
        ("before\n~~~ python\ncode", [["before"]]),
        ("before\n````\n```\ncode\n````\nafter", [["before"], ["after"]]),
    ],
)
def test_blocks_are_paragraphs_and_items(text: str, said: Paragraphs) -> None:
    assert _read(text, Language.EN) == ("", said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("**bold** __bold__ *soft* _soft_ ***both***", "bold bold soft soft both"),
        ("**bold with *soft* inside**", "bold with soft inside"),
        ("*soft with _other_ inside*", "soft with other inside"),
        ("2 * 3 * 4 is 24", "2 * 3 * 4 is 24"),
        ("snake_case_name and __init__", "snake_case_name and init"),
        ("~~old~~ new, a ~ b", "old new, a ~ b"),
        ("`code` and ``more``", "code and more"),
        (r"\*not\* \_soft\_ \[no\](link)", "*not* _soft_ [no](link)"),
        ("[name](https://a.b/c_d)", "name"),
        ("[Mercury](https://a.b/Mercury_(planet)) is hot", "Mercury is hot"),
        ("![Io](Io_(moon).png) The moon (small).", "The moon (small)."),
        ("[one][1] and [two][]", "one and two"),
        ("x < y and y > z", "x < y and y > z"),
        ("<b>bold</b><br/> text", "bold text"),
        ("see <https://a.b> or <me@a.b>", "see https://a.b or me@a.b"),
        ("5 % | 7 %", "5 %, 7 %"),
    ],
)
def test_marks_within_a_line_are_not_said(text: str, said: str) -> None:
    assert _read(text, Language.EN)[1] == [[said]]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (
            Language.DE,
            "Das Schiff sank am\n15. April 1912 im Atlantik.",
            "Das Schiff sank am 15. April 1912 im Atlantik.",
        ),
        (
            Language.EN,
            "Vesuvius broke out in the year\n79. Nobody was ready.",
            "Vesuvius broke out in the year 79. Nobody was ready.",
        ),
        (Language.RU, "Он родился\n12. мая.", "Он родился 12. мая."),
        (Language.JA, "日本語は\n続く。", "日本語は続く。"),
        (Language.ZH, "中文\n继续。", "中文继续。"),
        (Language.HI, "यह **वाक्य**\nहै।", "यह वाक्य है।"),
        (Language.AR, "هذه *جملة*\nطويلة.", "هذه جملة طويلة."),
    ],
)
def test_wrapped_lines_keep_every_word(language: Language, text: str, said: str) -> None:
    assert _read(text, language)[1] == [[said]]


@pytest.mark.parametrize(
    ("text", "heading", "said"),
    [
        ("# Title #\nBody.", "Title", [["Body."]]),
        ("Title\n=====\nBody.", "Title", [["Body."]]),
        ("Title\n---\nBody.", "Title", [["Body."]]),
        ("#No heading", "", [["#No heading"]]),
        ("####### seven", "", [["####### seven"]]),
        ("# One\n## Two", "One", [["One"], ["Two"]]),
        ("# **Bold** `name`\nBody.", "Bold name", [["Body."]]),
        ("# ...\n## Two\nBody.", "Two", [["Body."]]),
        ("Body.\n\n# Late\nMore.", "Late", [["Body."], ["More."]]),
    ],
)
def test_headings_are_titles(text: str, heading: str, said: Paragraphs) -> None:
    assert _read(text, Language.EN) == (heading, said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ntitle: A\ntags:\n  - b\n- c\n# note\n\ndate: 2020-01-01\n---\nBody.", [["Body."]]),
        ("---\nOpening words.\n\n---\nMore.", [["Opening words."], ["More."]]),
        ("---\n\nNever closed.", [["Never closed."]]),
        ("Body.\n---\nkey: value\n---\n", [["key: value"]]),
    ],
)
def test_front_matter_is_left_out_and_sentences_are_not(text: str, said: Paragraphs) -> None:
    assert [part for part in _read(text, Language.EN)[1] if part != ["Body."] or said == [["Body."]]] == said


def test_front_matter_that_never_ends_takes_no_time() -> None:
    text = "---\n" + "-a: b\n" * 2_000 + "End."
    assert _read(text, Language.EN)[1][-1][-1].endswith("End.")


def brief(topic: str = "", language: Language = Language.EN) -> Brief:
    return Brief(
        topic=topic, mode=VideoMode.DARK_HISTORY, language=language, voice=Voice.WARM_CALM, seconds=45, seed=0
    )


@pytest.mark.parametrize(("count", "sizes"), [(1, [1]), (4, [4]), (5, [2, 3]), (8, [4, 4]), (9, [3, 3, 3])])
def test_sentences_are_divided_evenly(count: int, sizes: list[int]) -> None:
    text = " ".join(f"Sentence number {n} is here." for n in range(count))
    scenes = ScriptFileWriter(text=text).write(brief()).scenes
    assert [len(scene.sentences) for scene in scenes] == sizes
    assert scenes[0].role is Role.HOOK
    assert len(scenes) == 1 or scenes[-1].role is Role.CLOSE
    assert all(scene.role is Role.BEAT for scene in scenes[1:-1])


@pytest.mark.parametrize(("length", "cut"), [(TITLE_CHARACTERS, False), (TITLE_CHARACTERS + 1, True)])
def test_long_titles_are_cut(length: int, cut: bool) -> None:  # noqa: FBT001
    title = ScriptFileWriter(text="Body.").write(brief("t" * length)).title
    assert len(title) == TITLE_CHARACTERS
    assert title.endswith("…") == cut


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        (Language.EN, "- one\n- two!\n- three…", ["one.", "two!", "three…"]),
        (Language.ZH, "- 一个\n- 两个。", ["一个。", "两个。"]),
        (Language.HI, "- एक\n- दो।", ["एक.", "दो।"]),
        (Language.AR, "- واحد\n- اثنان؟", ["واحد.", "اثنان؟"]),
    ],
)
def test_items_end_as_sentences(language: Language, text: str, sentences: list[str]) -> None:
    found = ScriptFileWriter(text=text).write(brief(language=language))
    assert [one for scene in found.scenes for one in scene.sentences] == sentences
