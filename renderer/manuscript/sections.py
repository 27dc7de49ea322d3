"""Blocks to sections: what stands under each heading that divides the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Block, Heading, ProseBlock
from renderer.manuscript.breaths import said
from renderer.manuscript.document import PassageKind, ScriptPassage, WrittenTable


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptSection:
    """Passages under one heading; `title` is "" before the first."""

    title: str
    passages: tuple[ScriptPassage, ...]

    @property
    def length(self) -> int:
        """Characters to be said."""
        return sum(len(sentence.text) for passage in self.passages for sentence in passage.sentences)


def sections(read: Sequence[Block], language: Language) -> list[ScriptSection]:
    """Sections in order; those with nothing to say are left out."""
    level = dividing_level(read)
    groups: list[tuple[str, list[Block]]] = [("", [])]
    for block in read:
        if isinstance(block, Heading) and block.level <= level:
            groups.append((block.text, []))
        else:
            groups[-1][1].append(block)
    found = (ScriptSection(title=title, passages=_passages(under, language)) for title, under in groups)
    return [section for section in found if section.passages]


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
    """Passages with the sub-heading above them and the tables behind them.

    A table that no passage introduces is not shown.
    """
    passages: list[ScriptPassage] = []
    heading = ""
    for block in under:
        match block:
            case Heading():
                heading = block.text
            case WrittenTable() if passages:
                passages[-1] = replace(passages[-1], tables=(*passages[-1].tables, block))
            case ProseBlock():
                read = _passage(block, language, heading=heading)
                if read.sentences:
                    passages.append(read)
                    heading = ""
            case _:
                pass
    return tuple(passages)


def _passage(block: ProseBlock, language: Language, *, heading: str) -> ScriptPassage:
    ends = block.kind is PassageKind.LIST
    spoken = tuple(sentence for item in block.items for sentence in said(item, language, ends=ends))
    return ScriptPassage(kind=block.kind, sentences=spoken, heading=heading)
