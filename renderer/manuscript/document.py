"""A long script as it was read: `Manuscript` → `Chapter` → `ScriptPassage` → `Sentence`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language


class PassageKind(StrEnum):
    """What a passage was in the source."""

    PARAGRAPH = "paragraph"
    LIST = "list"
    QUOTE = "quote"


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence of the source, spaces collapsed; `id` ("c2.s14") is unique in the manuscript.

    `stressed` holds the phrases that the author set in emphasis. `leans` when the sentence cannot stand
    without the one before it: a pronoun or a connective opens it, or it is a later part of a sentence too
    long for one breath. `rewritten` when it does not stand in the source word for word. `number` is that of
    an ordered list's item which the sentence begins, "" else: shown, never read aloud.
    """

    id: str
    text: str
    stressed: tuple[str, ...] = ()
    leans: bool = False
    rewritten: bool = False
    number: str = ""


class WrittenTable(Struct, frozen=True, kw_only=True):
    """A table of the source: shown, never read aloud. All rows are as wide as `header`."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ScriptPassage(Struct, frozen=True, kw_only=True):
    """Sentences that belong together: a paragraph, a list (an item is one or more sentences) or a quotation.

    `heading` is the sub-heading above it, "" for none; `tables` stood right behind it.
    """

    kind: PassageKind
    sentences: tuple[Sentence, ...]
    heading: str = ""
    tables: tuple[WrittenTable, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True):
    """A part of the film with a title of its own; `id` is "c1", "c2" and so on.

    `found` when the author gave no heading and the border was found in the text.
    """

    id: str
    title: str
    passages: tuple[ScriptPassage, ...]
    found: bool = False

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in reading order."""
        return tuple(sentence for passage in self.passages for sentence in passage.sentences)


class Manuscript(Struct, frozen=True, kw_only=True):
    """The whole script. `notes` say what was left out and why; `links` are the addresses it named."""

    language: Language
    title: str
    chapters: tuple[Chapter, ...]
    notes: tuple[str, ...] = ()
    links: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences in reading order."""
        return tuple(sentence for chapter in self.chapters for sentence in chapter.sentences)


def numbered(passages: Sequence[ScriptPassage], *, chapter: str) -> tuple[ScriptPassage, ...]:
    """Passages whose sentences have ids; the first sentence of a chapter has nothing to lean on."""
    numbered: list[ScriptPassage] = []
    count = 0
    for passage in passages:
        spoken = tuple(
            replace(sentence, id=f"{chapter}.s{count + at}", leans=sentence.leans and count + at > 1)
            for at, sentence in enumerate(passage.sentences, start=1)
        )
        count += len(spoken)
        numbered.append(replace(passage, sentences=spoken))
    return tuple(numbered)
