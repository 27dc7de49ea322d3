from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.backends.writing.base import Brief, Draft
from renderer.backends.writing.script_file import LONGEST, ScriptFileWriter
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.script import Role
from renderer.errors import ClipwrightError
from renderer.text.normalization.speakable import is_speakable

MARKDOWN = """---
author: me
---
# Three hearts

An **octopus** has _three_ hearts, see [this page](https://example.com/a_b).

> Two of them serve the gills.

- first item
- second `item`, with code
1. a number

```python
print("never spoken")
```

| organ | count |
|-------|-------|
| heart | three |

![a picture](x.png)

---

Snake_case stays, 2 * 3 * 4 too. <br> Done \\*here\\*.
"""


def draft(text: str, language: Language = Language.EN, topic: str = "") -> Draft:
    return ScriptFileWriter(text=text).write(
        Brief(
            topic=topic,
            mode=VideoMode.DARK_HISTORY,
            language=language,
            voice=Voice.WARM_CALM,
            seconds=45,
            seed=0,
        )
    )


def test_markdown_is_read_as_it_would_be_read_aloud() -> None:
    written = draft(MARKDOWN)
    assert written.title == "Three hearts"
    assert [scene.sentences for scene in written.scenes] == [
        ("An octopus has three hearts, see this page.",),
        ("Two of them serve the gills.",),
        ("first item.", "second item, with code.", "a number."),
        ("organ, count.",),
        ("heart, three.",),
        ("Snake_case stays, 2 * 3 * 4 too.", "Done *here*."),
    ]
    roles = [scene.role for scene in written.scenes]
    assert roles == [Role.HOOK, *[Role.BEAT] * 4, Role.CLOSE]


def test_headings_are_titles_unless_there_is_nothing_else() -> None:
    assert [scene.sentences for scene in draft("# One\n\n## Two\n").scenes] == [("One.",), ("Two.",)]
    assert draft("Title\n=====\n\nBody.").title == "Title"
    assert draft("# One\n\nBody.").scenes[0].sentences == ("Body.",)
    assert draft("# One\n\nBody.", topic="Mine").title == "Mine"


@pytest.mark.parametrize("text", ["", " \n\n", "😀 …\n\n---\n***", "```\ncode only\n```", "<!-- hidden -->"])
def test_nothing_to_say_is_refused(text: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        draft(text)
    assert caught.value.code == "script_empty"


def test_too_long_is_refused() -> None:
    with pytest.raises(ClipwrightError) as caught:
        draft("a" * (LONGEST + 1))
    assert caught.value.code == "script_too_long"


def test_a_long_paragraph_becomes_several_scenes_of_few_sentences() -> None:
    written = draft(" ".join(f"Here stands sentence number {number}." for number in range(101, 111)))
    assert [len(scene.sentences) for scene in written.scenes] == [3, 3, 4]


def test_wrapped_lines_join_with_a_space_only_where_the_language_has_spaces() -> None:
    assert draft("one\ntwo").scenes[0].sentences == ("one two.",)
    assert draft("章鱼有三颗\n心脏。", Language.ZH).scenes[0].sentences == ("章鱼有三颗心脏。",)


@given(text=st.text(max_size=300), language=st.sampled_from(list(Language)))
def test_any_text_gives_speakable_sentences_or_a_refusal(text: str, language: Language) -> None:
    if not any(map(is_speakable, text)):
        with pytest.raises(ClipwrightError, match="nothing that can be spoken"):
            draft(text, language)
        return
    try:
        written = draft(text, language)
    except ClipwrightError:
        # all letters were markup: a link's address, a comment, a table's rule
        assert re.search(r"[`~<\[|=-]", text)
        return
    assert all(is_speakable(sentence) for scene in written.scenes for sentence in scene.sentences)
