"""CommonMark (with tables, strikethrough and footnotes) to blocks.

Parsing is done by markdown-it-py; this module decides which parts of its tree are spoken, which are shown,
and which are left out with a note. Plain text without markup is valid Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from msgspec.structs import replace

from renderer.manuscript.blocks import Block, Heading, LeftOut, Prose, ProseBlock
from renderer.manuscript.document import PassageKind, WrittenTable
from renderer.manuscript.inline import prose

MOST_ROWS: Final = 12
MOST_COLUMNS: Final = 5
"""Larger tables cannot be read on a screen and are left out."""
_TICKED: Final = re.compile(r"^\[[ xX]\]\s+")
_LEFT_OUT: Final = {"fence": "code block", "html_block": "HTML block", "front_matter": "front matter"}


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    # Authors indent scripts by habit, not to show code; fences still mark code.
    parser.disable("code")
    return parser.use(footnote_plugin).use(front_matter_plugin)


def blocks(text: str, left_out: LeftOut) -> tuple[Block, ...]:
    """The blocks of a text in order; kinds that can be neither spoken nor shown are counted in `left_out`."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")
    return tuple(_blocks(SyntaxTreeNode(_parser().parse(unified)), left_out))


def _blocks(node: SyntaxTreeNode, left_out: LeftOut) -> Iterator[Block]:
    for child in node.children:
        match child.type:
            case "heading":
                text = _prose(child, left_out).text
                if text:
                    yield Heading(level=int(child.tag[1]), text=text)
            case "paragraph":
                yield from _text(PassageKind.PARAGRAPH, [_prose(child, left_out)])
            case "bullet_list" | "ordered_list":
                yield from _text(PassageKind.LIST, _items(child, left_out))
            case "blockquote":
                yield from _text(PassageKind.QUOTE, _paragraphs(child, left_out))
            case "table":
                yield from _table(child, left_out)
            case _ if child.type in _LEFT_OUT:
                left_out.count(_LEFT_OUT[child.type])
            case _:
                pass


def _text(kind: PassageKind, items: list[Prose]) -> Iterator[ProseBlock]:
    said = tuple(item for item in items if item.text)
    if said:
        yield ProseBlock(kind=kind, items=said)


def _prose(node: SyntaxTreeNode, left_out: LeftOut) -> Prose:
    """The prose of a node that holds inline text."""
    inline = [child for child in node.children if child.type == "inline"]
    tokens = [token for child in inline if child.token for token in child.token.children or []]
    return prose(tokens, left_out)


def _items(node: SyntaxTreeNode, left_out: LeftOut) -> list[Prose]:
    """The paragraphs of all items, nested lists included, without the check boxes of a task list.

    In an ordered list, the first paragraph of each item has the item's number.
    """
    first = int(node.attrs.get("start", 1))
    found: list[Prose] = []
    for place, item in enumerate(node.children, start=first):
        number = str(place) if node.type == "ordered_list" else ""
        for paragraph in _paragraphs(item, left_out):
            found.append(replace(paragraph, text=_TICKED.sub("", paragraph.text), number=number))
            number = ""
    return found


def _paragraphs(node: SyntaxTreeNode, left_out: LeftOut) -> list[Prose]:
    found: list[Prose] = []
    for child in node.children:
        if child.type in {"paragraph", "heading"}:
            found.append(_prose(child, left_out))
        elif child.type in _LEFT_OUT:
            left_out.count(_LEFT_OUT[child.type])
        elif child.type == "table":
            left_out.count("table inside a list or quotation")
        elif child.children:
            found.extend(_paragraphs(child, left_out))
    return found


def _table(node: SyntaxTreeNode, left_out: LeftOut) -> Iterator[WrittenTable]:
    rows = [
        tuple(_prose(cell, left_out).text for cell in row.children)
        for part in node.children
        for row in part.children
    ]
    header, *body = rows
    if not body:
        left_out.count("table without rows")
    if len(body) > MOST_ROWS or len(header) > MOST_COLUMNS:
        left_out.count(f"table of {len(body)} rows and {len(header)} columns")
    elif body and all(len(after) == len(before) for before, after in pairwise(rows)):
        yield WrittenTable(header=header, rows=tuple(body))
