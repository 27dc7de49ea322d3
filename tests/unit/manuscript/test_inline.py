"""Running text from inline Markdown: what is spoken, what is stressed, and what is left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.manuscript.blocks import LeftOut, Prose, ProseBlock
from renderer.manuscript.inline import clean
from renderer.manuscript.markdown import blocks


def read(text: str) -> tuple[Prose, LeftOut]:
    """The only paragraph of a text."""
    left_out = LeftOut()
    (block,) = blocks(text, left_out)
    assert isinstance(block, ProseBlock)
    (item,) = block.items
    return item, left_out


@pytest.mark.parametrize(
    ("text", "said", "links"),
    [
        ("See https://a.org/b. Then go.", "See a.org. Then go.", ["https://a.org/b"]),
        (
            "Is it www.a.org? It is HTTPS://b.org!",
            "Is it a.org? It is b.org!",
            ["www.a.org", "HTTPS://b.org"],
        ),
        ("Read it (see http://x.org/y) now", "Read it (see x.org) now", ["http://x.org/y"]),
        ("At https://en.org/Nile_(river) it is", "At en.org it is", ["https://en.org/Nile_(river)"]),
        ("Ask https://me@www.a.co.uk:80/?q#x", "Ask a.co.uk", ["https://me@www.a.co.uk:80/?q#x"]),
        ("在 https://a.org 上", "在 a.org 上", ["https://a.org"]),
        ("No address here", "No address here", []),
    ],
)
def test_of_an_address_its_site_is_said_and_the_sentence_keeps_its_marks(
    text: str, said: str, links: list[str]
) -> None:
    left_out = LeftOut()
    assert clean(text, left_out) == said
    assert left_out.links == links
    assert left_out.counts == ({"web address behind the name of its site": len(links)} if links else {})


@pytest.mark.parametrize(
    ("text", "said", "links"),
    [
        ("Read it (http://x.org/y) now", "Read it now", ["http://x.org/y"]),
        ("Read it [<http://x.org/y>] now", "Read it now", ["http://x.org/y"]),
        ("读（http://a.org）吧", "读吧", ["http://a.org"]),
        ("https://a.org/b", "", ["https://a.org/b"]),
        ("Open http://127.0.0.1:80/ now", "Open now", ["http://127.0.0.1:80/"]),
    ],
)
def test_addresses_that_nobody_would_say_are_left_out(text: str, said: str, links: list[str]) -> None:
    left_out = LeftOut()
    assert clean(text, left_out) == said
    assert left_out.links == links
    assert left_out.counts == {"web address": len(links)}


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello , world !", "hello, world!"),
        ("x \u200b y\u00ad z", "x y z"),
        ("a\u202eb", "ab"),
        ("a ( ) b", "a b"),
        ("a\tb\x07c", "a b c"),
        ("42 .5", "42 .5"),
        ("", ""),
    ],
)
def test_spaces_and_invisible_signs_are_put_in_order(text: str, said: str) -> None:
    assert clean(text, LeftOut()) == said


@pytest.mark.parametrize(
    ("text", "said", "stressed"),
    [
        ("text *em **strong** x* end", "text em strong x end", ("em strong x",)),
        ("**bold** **again**", "bold again", ("bold", "again")),
        ("no *  * stress", "no * * stress", ()),
        ("`code` here", "code here", ()),
        ("a\\*b\\*", "a*b*", ()),
        ("AT&amp;T", "AT&T", ()),
        ("one  \ntwo\nthree", "one two three", ()),
        ("*see https://a.org now*", "see a.org now", ("see a.org now",)),
        ("one<br>two<BR/>three", "one two three", ()),
    ],
)
def test_marks_go_and_emphasis_is_remembered(text: str, said: str, stressed: tuple[str, ...]) -> None:
    item, _ = read(text)
    assert (item.text, item.stressed) == (said, stressed)


@pytest.mark.parametrize(
    ("text", "said", "what", "count"),
    [
        ("A ![map](m.png) here", "A here", "image", 1),
        ("<b>x</b> y", "x y", "HTML tag", 2),
        ("Fact[^1].\n\n[^1]: note", "Fact.", "footnote", 1),
        ("Fact^[a note *in* its place].", "Fact.", "footnote", 1),
    ],
)
def test_what_cannot_be_said_is_counted(text: str, said: str, what: str, count: int) -> None:
    item, left_out = read(text)
    assert item.text == said
    assert left_out.counts == {what: count}


def test_a_link_is_said_by_its_words_and_kept_once() -> None:
    item, left_out = read("[one](http://a.org) and [two](http://a.org) or [three](http://b.org)")
    assert item.text == "one and two or three"
    assert left_out.links == ["http://a.org", "http://b.org"]
    assert left_out.notes() == ()


def test_notes_name_each_kind_once() -> None:
    left_out = LeftOut()
    for what in ("image", "code block", "image"):
        left_out.count(what)
    assert left_out.notes() == (
        "Left out of the narration: image (2).",
        "Left out of the narration: code block (1).",
    )


@given(text=st.text(max_size=80))
@settings(max_examples=50, deadline=None)
def test_clean_text_is_clean_already(text: str) -> None:
    once = clean(text, LeftOut())
    assert once == once.strip()
    assert "  " not in once
    assert not any(ord(char) < 32 for char in once)
