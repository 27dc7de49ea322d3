"""A caller's script, line by line: markup is removed, entities are decoded, and no written word is lost."""

from __future__ import annotations

import pytest

from renderer.backends.writing.base import Brief
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.contract.vocabulary import Language, VideoMode, Voice


def said(text: str, language: Language = Language.EN) -> list[str]:
    brief = Brief(
        topic="", mode=VideoMode.DARK_HISTORY, language=language, voice=Voice.WARM_CALM, seconds=45, seed=0
    )
    draft = ScriptFileWriter(text=text).write(brief)
    return [sentence for scene in draft.scenes for sentence in scene.sentences]


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("[Narrator]: The sea is deep.", ["[Narrator]: The sea is deep."]),
        ("[Anna]: Why?", ["[Anna]: Why?"]),
        ("[Ben]: Go.", ["[Ben]: Go."]),
        ("[Анна]: Почему бы и нет?", ["[Анна]: Почему бы и нет?"]),
        ("See [the site](https://x.example/a_(b)) now.", ["See the site now."]),
        ("See [it](https://x.example 'A title') now.", ["See it now."]),
        ("A ![picture](a_(b).png) here.", ["A here."]),
        ("Fish &amp; chips &lt;here&gt;, &#169; 2020 &#x2014; ok.", ["Fish & chips <here>, © 2020 — ok."]),
        ("AT&T, R&D; a&b &; &notanentity; fish & chips.", ["AT&T, R&D; a&b &; &notanentity; fish & chips."]),
        ("One line\\\nand the next.", ["One line and the next."]),
        (r"Not \*bold\* and \[no link\].", ["Not *bold* and [no link]."]),
        ("5 * 3 * 2 is 30, snake_case_name stays.", ["5 * 3 * 2 is 30, snake_case_name stays."]),
        ("3 < 5 and 7 > 2, I <3 you.", ["3 < 5 and 7 > 2, I <3 you."]),
        ("**Bold**, *slanted*, ***both***, ~~gone~~ and `code`.", ["Bold, slanted, both, gone and code."]),
        ("#Hashtag is no heading.", ["#Hashtag is no heading."]),
        ("-5 degrees outside.", ["-5 degrees outside."]),
        ("<b>Bold</b> and <br/>broken.", ["Bold and broken."]),
        ("Mail <ann@x.example> now.", ["Mail ann@x.example now."]),
        ("A claim[^1] with a note.", ["A claim with a note."]),
    ],
)
def test_what_a_line_says_is_what_is_read(line: str, heard: list[str]) -> None:
    assert said(line) == heard
    assert said(f"Before it.\n\n{line}\n\nAfter it.") == ["Before it.", *heard, "After it."]


@pytest.mark.parametrize(
    "hidden",
    [
        "[1]: https://x.example/page",
        "[site]: <https://x.example> 'A title'",
        '[site]: ../page.html "A title"',
        "[a b]: #anchor (Title)",
        "[^1]: A footnote of many words.",
        "[^note]: short",
        "<!-- not\nto be read -->",
        "```python\nprint('no')\n```",
        "~~~\nno\n~~~",
        "* * *",
        "-----",
        "| --- | :-: |",
        "![only a picture](x.png)",
        "# A heading",
    ],
)
def test_what_is_not_said_is_not_read(hidden: str) -> None:
    assert said(f"Before it.\n\n{hidden}\n\nAfter it.") == ["Before it.", "After it."]


def test_rows_of_a_table_are_sentences_of_their_own() -> None:
    table = "| Planet | Moons |\n|---|:-:|\n| Mars | 2 |\n| Earth | 1 |"
    assert said(f"Look:\n\n{table}\n\nThat is all.") == [
        "Look:", "Planet, Moons.", "Mars, 2.", "Earth, 1.", "That is all."
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["-", "*", "+", "•", "‣", "1.", "2)", "- [ ]", "- [x]"])
def test_items_are_sentences_and_what_is_indented_goes_on(mark: str) -> None:
    assert said(f"{mark} first item\n{mark} second item\n  goes on\n{mark} third!") == [
        "first item.", "second item goes on.", "third!"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "heard"),
    [
        (Language.JA, "- 一つ目\n- 二つ目", ["一つ目。", "二つ目。"]),
        (Language.JA, "川は海へ\n流れる。", ["川は海へ流れる。"]),
        (Language.ZH, "河流把山\n带到海里。\n\n它不回头！", ["河流把山带到海里。", "它不回头！"]),
        (Language.HI, "> नदी बहती है।\n> वह रुकती नहीं।", ["नदी बहती है।", "वह रुकती नहीं।"]),
        (Language.AR, "**يجري** النهر نحو البحر؟\nنعم.", ["يجري النهر نحو البحر؟", "نعم."]),
        (Language.DE, "Der *Fluß* trägt\nGebirge &ndash; langsam.", ["Der Fluß trägt Gebirge – langsam."]),
        (Language.RU, "Река _несёт_ горы.\n\n- в море", ["Река несёт горы.", "в море."]),
        (Language.ES, "## Uno\n\n¿Adónde va? ¡Al mar!", ["¿Adónde va?", "¡Al mar!"]),
    ],
)
def test_markup_goes_in_every_script(language: Language, text: str, heard: list[str]) -> None:
    assert said(text, language) == heard


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_make_no_difference(ending: str) -> None:
    text = "\ufeff---\ntitle: no\n---\n# Title\n\nOne.\nTwo.\n\n- three\n"
    assert said(text.replace("\n", ending)) == ["One.", "Two.", "three."]
