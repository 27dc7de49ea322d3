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
