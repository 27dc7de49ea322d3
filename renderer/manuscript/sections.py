"""Blocks to sections: the text under each heading that divides the script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Block, Heading, LeftOut, ProseBlock
from renderer.manuscript.breaths import said
from renderer.manuscript.document import PassageKind, ScriptPassage, WrittenTable


class ScriptSection(Struct, frozen=True, kw_only=True):
    """Passages under one heading; `title` is "" before the first heading."""

    title: str
    passages: tuple[ScriptPassage, ...]

    @property
    def length(self) -> int:
        """Number of characters to be spoken."""
        return sum(len(sentence.text) for passage in self.passages for sentence in passage.sentences)


def sections(read: Sequence[Block], language: Language, left_out: LeftOut) -> list[ScriptSection]:
    """Sections in order; those with nothing to say, and their tables, are counted in `left_out`."""
    level = dividing_level(read)
    groups: list[tuple[Heading, list[Block]]] = [(Heading(level=0, text=""), [])]
    for block in read:
        if isinstance(block, Heading) and block.level <= level:
            groups.append((block, []))
        else:
            groups[-1][1].append(block)
    found: list[ScriptSection] = []
    for heading, under in groups:
        passages = _passages(under, language)
        if passages:
            found.append(ScriptSection(title=heading.text, passages=passages))
            continue
        if heading.level == level > 0:
            left_out.count("heading with nothing to say under it")
        for _ in filter(_is_table, under):
            left_out.count("table with nothing to say beside it")
    return found


def _is_table(block: Block) -> bool:
    return isinstance(block, WrittenTable)


def dividing_level(read: Iterable[Block]) -> int:
    """The heading level that divides a text into chapters; 0 where there is no heading.

    A single first heading above all others is the title of the whole and divides nothing.
    """
    levels = [block.level for block in read if isinstance(block, Heading)]
    if not levels:
        return 0
    top = min(levels)
    lower = [level for level in levels if level > top]
    is_title = bool(lower) and levels[0] == top and levels.count(top) == 1
    return min(lower) if is_title else top


def _passages(under: Iterable[Block], language: Language) -> tuple[ScriptPassage, ...]:
    """Passages with the sub-heading above them and the tables after them.

    The first passage also takes the tables above it.
    """
    passages: list[ScriptPassage] = []
    above: list[WrittenTable] = []
    heading = ""
    for block in under:
        match block:
            case Heading():
                heading = block.text
            case WrittenTable() if passages:
                passages[-1] = replace(passages[-1], tables=(*passages[-1].tables, block))
            case WrittenTable():
                above.append(block)
            case ProseBlock():
                read = _passage(block, language, heading=heading)
                if read.sentences:
                    passages.append(replace(read, tables=tuple(above)))
                    heading, above = "", []
    return tuple(passages)


def _passage(block: ProseBlock, language: Language, *, heading: str) -> ScriptPassage:
    ends = block.kind is PassageKind.LIST
    spoken = tuple(
        replace(sentence, number="" if place else item.number)
        for item in block.items
        for place, sentence in enumerate(said(item, language, ends=ends))
    )
    return ScriptPassage(kind=block.kind, sentences=spoken, heading=heading)
