"""Judges pictures against the labelled sets of benchmarks/picture_sets.

A picture is *relevant* when every artwork in it has a name with a word that is labelled for the topic or for
one of the lines spoken during the shot, *abstract* when it shows no artwork, and otherwise *wrong*. The
labels are English words for things that a picture editor would accept, written before anything was drawn; the
names are those of the artwork files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.picture_spec import artwork_of
from renderer.core.script import Script, display_text
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.matching.tone import Gate, gate_of
from tests.support.narrated import script_of

SETS: Final = Path(__file__).parents[1] / "picture_sets"
KEPT_UNSEEN: Final = 20
"""Number of sentences at the end of each language's list that were never used for improving the matcher."""

_SOURCE_PREFIX: Final = "game-"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledTopic:
    """One script with what pictures may show, for each line and for the whole topic."""

    language: Language
    mode: VideoMode
    script: Script
    about: frozenset[str]
    lines: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Homonym:
    """A sentence, and words that must not occur in the names of its artwork."""

    language: Language
    text: str
    never: frozenset[str]
    unseen: bool


def topics(folder: str = "topics") -> Iterator[LabelledTopic]:
    """The topics of a set.

    There are forty in topics, ten each in unseen, fresh and last, twenty each in mended, held_out, tuned and
    sealed, thirty in visitors, and sixty in further.
    """
    for language in Language:
        text = (SETS / folder / f"{language.value}.txt").read_text("utf-8")
        yield from (_topic(block, language) for block in f"\n{text}".split("\n= ")[1:])


def homonyms() -> Iterator[Homonym]:
    """All six hundred labelled sentences with homonyms."""
    for language in Language:
        rows = [
            row
            for row in (SETS / "homonyms" / f"{language.value}.txt").read_text("utf-8").splitlines()
            if row and not row.startswith("#")
        ]
        for place, row in enumerate(rows):
            text, never = row.rsplit("|", 1)
            unseen = place >= len(rows) - KEPT_UNSEEN
            yield Homonym(language=language, text=text.strip(), never=frozenset(never.split()), unseen=unseen)


def shown_by(sentence: Homonym) -> tuple[str, ...]:
    """Artwork in a wrong sense that the sentence would be given."""
    words = [piece.display for piece in tokenise(sentence.text, sentence.language)]
    found = (name for subject in match_subjects(words, sentence.language) for name in subject.artwork)
    return tuple(name for name in found if _shows(name, sentence.never, also=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One shot: its kind ("relevant", "abstract" or "wrong"), artwork, words, and whether its tone is off."""

    kind: str
    artwork: tuple[str, ...]
    words: str
    off_tone: bool


def verdicts(topic: LabelledTopic, board: Storyboard, narration: Narration) -> tuple[Verdict, ...]:
    """Judge every shot of a storyboard."""
    gate = gate_of(topic.mode, (topic.script.title, *map(display_text, topic.script.lines)))
    places = {line.id: place for place, line in enumerate(topic.script.lines)}
    found = []
    for shot in board.shots:
        said = [
            word
            for word in narration.words
            if shot.span.start <= word.span.start < shot.span.end
            or word.span.start <= shot.span.start < word.span.end
        ]
        labels = topic.about.union(*(topic.lines[places[word.line]] for word in said))
        found.append(_verdict(artwork_of(shot.picture), labels, " ".join(word.text for word in said), gate))
    return tuple(found)


@lru_cache(maxsize=512)
def beside_the_point(folder: str, title: str) -> frozenset[str]:
    """Artwork of a topic that an independent judge called right in meaning but poorly chosen."""
    rows = (
        row.split(" | ") for row in (SETS / "verdicts.txt").read_text("utf-8").splitlines() if row[:1] != "#"
    )
    return frozenset(row[3] for row in rows if (row[0], row[2], row[4]) == (folder, title, "B"))


def _verdict(artwork: tuple[str, ...], labels: frozenset[str], words: str, gate: Gate) -> Verdict:
    wrong = [name for name in artwork if not _shows(name, labels, also=True)]
    kind = "wrong" if wrong else "relevant" if artwork else "abstract"
    off = any(not gate.admits(name) for name in artwork)
    return Verdict(kind=kind, artwork=artwork, words=words, off_tone=off)


def _shows(name: str, words: frozenset[str], *, also: bool) -> bool:
    parts = {
        name,
        *name.removeprefix(_SOURCE_PREFIX).split("-"),
        *(_plain_words().get(name, ()) if also else ()),
    }
    return bool({_singular(part) for part in parts} & {_singular(word) for word in words})


@lru_cache(maxsize=1)
def _plain_words() -> dict[str, tuple[str, ...]]:
    """Further words for what each artwork shows, by its name."""
    rows = (SETS / "names.txt").read_text("utf-8").splitlines()
    return {
        name: tuple(words.split())
        for name, _, words in (row.partition(": ") for row in rows if row[:1] != "#")
    }


def _singular(word: str) -> str:
    return word.removesuffix("s") if not word.endswith("ss") else word


def _topic(block: str, language: Language) -> LabelledTopic:
    head, *rows = [row for row in block.splitlines() if row.strip() and not row.startswith("#")]
    mode, title, about = (cell.strip() for cell in head.split("|"))
    parted = [row.rsplit("|", 1) for row in rows]
    script = script_of(title, [[text.strip()] for text, _ in parted], language)
    return LabelledTopic(
        language=language,
        mode=VideoMode(mode),
        script=script,
        about=frozenset(about.split()),
        lines=tuple(frozenset(labels.split()) for _, labels in parted),
    )
