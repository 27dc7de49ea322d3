"""A long script as read: `Manuscript` → `Chapter` → `ScriptPassage` → `Sentence`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language


class PassageKind(StrEnum):
    """The form a passage had in the source."""

    PARAGRAPH = "paragraph"
    LIST = "list"
    QUOTE = "quote"


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence of the source, spaces collapsed; `id` ("c2.s14") is unique in the manuscript.

    `stressed` holds the phrases that the author emphasised. `leans` when the sentence cannot stand without
    the one before it: it opens with a pronoun or connective, or is a later part of a sentence too long for
    one breath. `rewritten` when it is not in the source word for word. `number` is the number of the
    ordered-list item that the sentence begins, or ""; it is shown, never read aloud.
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
    """Sentences that belong together: a paragraph, a list (of one or more sentences per item) or a quotation.

    `heading` is the sub-heading above the passage, or ""; `tables` are those directly after it.
    """

    kind: PassageKind
    sentences: tuple[Sentence, ...]
    heading: str = ""
    tables: tuple[WrittenTable, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True):
    """A part of the film with its own title; `id` is "c1", "c2" and so on.

    `found` when the author gave no heading and the border was detected in the text.
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
    """The whole script. `notes` say what was left out and why; `links` are the addresses in the text."""

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
    """The passages with ids for their sentences; a chapter's first sentence never leans."""
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
