from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.manuscript.document import Manuscript, PassageKind
from renderer.manuscript.reading import MOST_CHAPTERS, read_manuscript
from renderer.text.prepared import Preparation

MARKDOWN = """---
author: somebody
---
# The Long Winter

An opening line. It sets the *whole* mood.

## The first snow

The snow fell on **12 November 1709**. See [the archive](https://example.org/a) or https://example.org/b.

> Nothing moved for three weeks.

- Rivers froze
- Birds fell from the sky

```python
print("never said")
```

| Month | Degrees |
|-------|---------|
| Jan   | -20     |
| Feb   | -18     |

<div>raw</div>

## The thaw

### Floods

Water came in March.[^1] ![a flood](x.png) Nobody was ready 🌊.

[^1]: A footnote.
"""


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def test_headings_become_chapters_and_the_single_first_one_the_title() -> None:
    manuscript = read_manuscript(MARKDOWN, language=Language.EN)
    assert manuscript.title == "The Long Winter"
    assert [chapter.title for chapter in manuscript.chapters] == [
        "The Long Winter",
        "The first snow",
        "The thaw",
    ]
    assert manuscript.chapters[2].passages[0].heading == "Floods"


def test_marks_are_never_said() -> None:
    said = " ".join(texts(read_manuscript(MARKDOWN, language=Language.EN)))
    for mark in ("*", "#", "|", "`", "http", "[", "]", "<", "print", "author", "x.png"):
        assert mark not in said, mark


def test_what_is_left_out_is_named() -> None:
    notes = " ".join(read_manuscript(MARKDOWN, language=Language.EN).notes)
    for what in ("code block", "image", "footnote", "web address", "HTML", "front matter"):
        assert what in notes, what


def test_links_are_kept_for_the_description() -> None:
    links = read_manuscript(MARKDOWN, language=Language.EN).links
    assert links == ("https://example.org/a", "https://example.org/b")


STRANGE = """# Fire 🔥 and \U0002f804

## The 🎬 begins

It was **hot 🔥 there**. Peace \ufdfa came, with \U0001f469\u200d\U0001f469\u200d\U0001f467 \
(🌊) and &#128293;. *🔥*

- 🔥
- Rivers froze 🌊

| A 🔥 | B |
|------|---|
| \U0001d11e1 | 2 |
"""


def test_what_no_face_draws_is_replaced_or_left_out_everywhere() -> None:
    preparation = Preparation()
    manuscript = read_manuscript(STRANGE, language=Language.EN, title="Top 5 🔥", drawable=preparation.text)
    assert manuscript.title == "Top 5"
    assert [chapter.title for chapter in manuscript.chapters] == ["The begins"]
    assert texts(manuscript) == [
        "It was hot there.",
        "Peace صلى الله عليه وسلم came, with and.",
        "Rivers froze.",
    ]
    assert manuscript.chapters[0].sentences[0].stressed == ("hot there",)
    table = manuscript.chapters[0].passages[-1].tables[0]
    assert table.header == ("A", "B")
    assert {"🔥", "🎬", "\ufdfa"} <= preparation.replaced.keys()
    headed = read_manuscript(STRANGE, language=Language.EN, drawable=preparation.text)
    assert headed.title.startswith("Fire and")


@pytest.mark.parametrize("title", ["🔥", " 🎬 ❤️", "\u200b"])
def test_a_title_of_nothing_that_is_drawn_is_taken_from_the_script(title: str) -> None:
    drawable = Preparation().text
    manuscript = read_manuscript(MARKDOWN, language=Language.EN, title=title, drawable=drawable)
    assert manuscript.title == "The Long Winter"


def test_emphasis_quotes_lists_and_tables_are_known() -> None:
    snow = read_manuscript(MARKDOWN, language=Language.EN).chapters[1]
    assert snow.passages[0].sentences[0].stressed == ("12 November 1709",)
    assert [passage.kind for passage in snow.passages] == [
        PassageKind.PARAGRAPH,
        PassageKind.QUOTE,
        PassageKind.LIST,
    ]
    assert [sentence.text for sentence in snow.passages[2].sentences] == [
        "Rivers froze.",
        "Birds fell from the sky.",
    ]
    table = snow.passages[2].tables[0]
    assert table.header == ("Month", "Degrees")
    assert table.rows == (("Jan", "-20"), ("Feb", "-18"))


@pytest.mark.parametrize(
    ("language", "sentence", "other"),
    [
        (Language.EN, "The glacier moved {} metres down the valley.", "Tax rates in city {} were cut twice."),
        (Language.ZH, "第{}座冰川沿着山谷向下移动。", "第{}个城市的税率降低了两次。"),
        (Language.RU, "Ледник номер {} полз вниз по долине.", "Налоги города {} снижали дважды."),
        (Language.AR, "تحرك النهر الجليدي رقم {} نحو الوادي.", "خفضت المدينة رقم {} الضرائب مرتين."),
    ],
)
def test_without_headings_a_border_stands_where_the_subject_changes(
    language: Language, sentence: str, other: str
) -> None:
    halves = ["\n\n".join(text.format(n) for n in range(10, 34)) for text in (sentence, other)]
    manuscript = read_manuscript("\n\n".join(halves), language=language)
    assert 4 <= len(manuscript.chapters) <= 9
    assert any(chapter.sentences[0].text == other.format(10) for chapter in manuscript.chapters), (
        "no chapter begins at the change"
    )
    assert len({chapter.title for chapter in manuscript.chapters}) == len(manuscript.chapters)


def test_chapters_found_have_titles_out_of_their_own_words() -> None:
    body = "\n\n".join(f"The iron bridge number {n} carried heavy trains." for n in range(40))
    for chapter in read_manuscript(body, language=Language.EN).chapters:
        words = {word.casefold() for sentence in chapter.sentences for word in sentence.text.split()}
        assert chapter.found
        assert {word.casefold() for word in chapter.title.split()} <= {word.strip(".") for word in words}


@pytest.mark.parametrize(
    "text",
    [
        "x, " * 16_000 + "end.",
        "漢" * 50_000,
        "word\n" * 3_000,
        "".join(f"# Heading {n}\n\nA line under it says {n}.\n\n" for n in range(200)),
        "A line.\n\n| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 400,
        "Some English. Немного по-русски. 少しの日本語。 مرحبا بالعالم.",
        "\ufeff\x07Bell\x00 and\u202e bidi\u200b marks.",
        "> > > deep quotes\n" * 50,
        "- a\n  - b\n    - c\n" * 300,
    ],
    ids=["sentence", "ideographs", "words", "headings", "table", "mixed", "control", "quotes", "lists"],
)
def test_strange_scripts_are_read(text: str) -> None:
    manuscript = read_manuscript(text, language=Language.EN)
    assert 1 <= len(manuscript.chapters) <= MOST_CHAPTERS
    assert all(len(sentence.text) <= 500 for sentence in manuscript.sentences)
    assert not any(ord(character) < 32 for sentence in manuscript.sentences for character in sentence.text)


@pytest.mark.parametrize("text", ["", "   \n", "# Only\n\n## Headings", "***", "🎬 !!! …", "```\ncode\n```"])
def test_nothing_to_say_is_refused(text: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        read_manuscript(text, language=Language.EN)
    assert caught.value.code == "script_empty"


@given(text=st.text(max_size=400), language=st.sampled_from(list(Language)))
def test_any_text_is_read(text: str, language: Language) -> None:
    manuscript = read_manuscript(f"Opening 1.\n\n{text}", language=language)
    ids = [sentence.id for sentence in manuscript.sentences]
    assert ids
    assert len(set(ids)) == len(ids)
    assert all(chapter.sentences for chapter in manuscript.chapters)
    assert not any(chapter.sentences[0].leans for chapter in manuscript.chapters)
