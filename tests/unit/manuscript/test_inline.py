"""Running text out of inline Markdown: what is said, what is stressed, and what is left out."""

from __future__ import annotations

import pytest

from renderer.manuscript.blocks import LeftOut, Prose, ProseBlock
from renderer.manuscript.inline import clean
from renderer.manuscript.markdown import blocks


def read(text: str) -> tuple[Prose, LeftOut]:
    """The one paragraph of a text."""
    left_out = LeftOut()
    (block,) = blocks(text, left_out)
    assert isinstance(block, ProseBlock)
    (item,) = block.items
    return item, left_out


@pytest.mark.parametrize(
    ("text", "said", "links"),
    [
        ("See https://a.org/b. Then go.", "See. Then go.", ["https://a.org/b"]),
        ("Is it www.a.org? It is https://b.org!", "Is it? It is!", ["www.a.org", "https://b.org"]),
        ("Read it (see http://x.org/y) now", "Read it (see) now", ["http://x.org/y"]),
        ("Read it (http://x.org/y) now", "Read it now", ["http://x.org/y"]),
        ("At https://en.org/Nile_(river) it is", "At it is", ["https://en.org/Nile_(river)"]),
        ("读（http://a.org）吧", "读吧", ["http://a.org"]),
        ("No address here", "No address here", []),
    ],
)
def test_addresses_go_and_the_sentence_keeps_its_marks(text: str, said: str, links: list[str]) -> None:
    left_out = LeftOut()
    assert clean(text, left_out) == said
    assert left_out.links == links
    assert left_out.counts.get("web address", 0) == len(links)


@pytest.mark.parametrize(
    ("text", "said", "struck"),
    [
        ("It was ~~five~~ six men.", "It was six men.", 1),
        ("It ~~was *never*~~ is *so*.", "It is so.", 1),
        ("About ~5 and ~6 men.", "About ~5 and ~6 men.", 0),
    ],
)
def test_what_the_author_struck_out_is_not_said(text: str, said: str, struck: int) -> None:
    item, left_out = read(text)
    assert item.text == said
    assert "never" not in item.stressed
    assert left_out.counts.get("text struck out", 0) == struck
