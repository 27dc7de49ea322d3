"""Casting: which painter, palette and artwork show a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.core.script import Script
from renderer.visuals.cuts import Phrase
from renderer.visuals.facts import Facts, find_facts
from renderer.visuals.function_words import is_content
from renderer.visuals.ledger import Ledger, pick
from renderer.visuals.pack import StylePackFile
from renderer.visuals.painters import PAINTERS
from renderer.visuals.painters.base import Need, Painter
from renderer.visuals.subjects import Subject, match_subjects

_FACT_BONUS: Final = 10.0
"""How much likelier a painter is that shows a fact of the phrase."""

_NO_SUBJECT: Final = 0.15
"""Weight factor of a painter that shows artwork when there is none, or none when there is some."""

_CLEAR: Final = 5.0
"""Score from which a subject is clearly meant: a name or a concept, not a single loose keyword."""

_SHOWN_WORDS: Final = 4
_COMPANIONS: Final = 2
_CLOSE_ENOUGH: Final = 0.45
"""A companion must fit at least this much as well as the phrase's first subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Casting:
    """The cast of one shot; `words` are the phrase's content words as displayed."""

    painter: Painter
    palette: str
    artwork: tuple[str, ...]
    words: tuple[str, ...]
    data: dict[str, str]


def cast_picture(
    phrase: Phrase,
    script: Script,
    pack: StylePackFile,
    ledger: Ledger,
    rng: np.random.Generator,
    *,
    tried: frozenset[str] = frozenset(),
) -> Casting:
    """Choose for one phrase; `tried` names painters that looked too much like the shot before.

    The choice is not noted: `ledger.shown` is for the one that is taken.
    """
    language = script.language
    texts = [word.text for word in phrase.words]
    facts = find_facts(texts, language)
    subjects = choose_subjects(phrase, script, ledger)
    meets = facts.meets | ({Need.ARTWORK} if subjects else frozenset())
    painter = _painter(pack, meets, facts, ledger, rng, tried=tried)
    artwork = tuple(subject.artwork for subject in subjects)
    words = content_words(texts, language, first=subjects[0].word if subjects else "")
    named = bool(subjects and words) and words[0] == _bare(subjects[0].word)
    return Casting(
        painter=painter,
        palette=_palette_for(painter.name, [palette.name for palette in pack.palettes], ledger, rng),
        artwork=artwork[: painter.subjects] if painter.hosts_artwork else (),
        words=words,
        data=facts.data | ({"subject": words[0]} if named else {}),
    )


def choose_subjects(phrase: Phrase, script: Script, ledger: Ledger) -> tuple[Subject, ...]:
    """Subjects whose artwork was not shown yet, as near to the phrase as there is.

    For the first picture of all what the title is about; else what its own words clearly ask for, then what
    its sentence said before; then the phrase's vaguer hits, the scene's search words, the scene so far, the
    title, the whole scene. Words still to come are left to their own shots as long as possible.
    """
    language = script.language
    texts = [word.text for word in phrase.words]
    said = _said_before(phrase)
    own = ledger.fresh(match_subjects(texts, language))
    sentence = ledger.fresh(match_subjects(said[-1] + texts, language))
    opening = () if any(ledger.painters.values()) else match_subjects(script.title.split(), language)
    for found in (opening, own, sentence):
        clear = tuple(subject for subject in found if subject.score >= _CLEAR)
        if clear:
            return (clear[0], *_companions(clear))
    scene = [token.display for line in phrase.scene.lines for token in line.tokens]
    before = [text for line in said for text in line]
    for words in (texts, _split(phrase.scene.visual), before, script.title.split(), scene):
        found = ledger.fresh(match_subjects(words, language))
        if found:
            return (found[0], *_companions(found))
    return ()


def _said_before(phrase: Phrase) -> list[list[str]]:
    """The scene's lines up to the phrase's first word, the last of them possibly cut short or empty."""
    if not phrase.words:
        return [[]]
    first = phrase.words[0]
    said: list[list[str]] = []
    for line in phrase.scene.lines:
        displays = [token.display for token in line.tokens]
        if line.id == first.line:
            return [*said, displays[: first.token]]
        said.append(displays)
    return [*said, []]


def _companions(found: Sequence[Subject]) -> tuple[Subject, ...]:
    """Further artwork of the phrase that another word asks for, for painters that show several."""
    best = found[0]
    words, chosen = {best.word}, []
    for subject in found[1:]:
        if subject.word not in words and subject.score >= _CLOSE_ENOUGH * best.score:
            words.add(subject.word)
            chosen.append(subject)
    return tuple(chosen[:_COMPANIONS])


def _split(texts: Sequence[str]) -> list[str]:
    return [word for text in texts for word in text.split()]


def content_words(texts: Sequence[str], language: Language, *, first: str = "") -> tuple[str, ...]:
    """The longest few words that carry a picture, without punctuation, in the order they are said.

    The word `first` leads where it is among them: it names the picture's subject.
    """
    cleaned = [_bare(text) for text in texts]
    content = [word for word in dict.fromkeys(cleaned) if is_content(word, language)]
    kept = sorted(content, key=lambda word: (word == _bare(first), len(word)), reverse=True)[:_SHOWN_WORDS]
    return tuple(sorted((word for word in content if word in kept), key=lambda word: word != _bare(first)))


def _bare(text: str) -> str:
    return text.strip(" .,;:!?()[]«»“”\"'…。、，！？؟،")


def _painter(
    pack: StylePackFile,
    meets: frozenset[Need],
    facts: Facts,
    ledger: Ledger,
    rng: np.random.Generator,
    *,
    tried: frozenset[str],
) -> Painter:
    """The painters take turns; one that shows a fact of the phrase may come a turn early."""
    rows = [(PAINTERS[name], weight) for name, weight in pack.painters]
    able = [row for row in rows if row[0].needs <= meets] or rows
    seen = tried | {ledger.last_painter}
    others = [row for row in able if row[0].name not in seen] or able
    fewest = min(ledger.painters[painter.name] for painter, _ in others)
    turn = [
        row for row in others if ledger.painters[row[0].name] <= fewest + bool(row[0].needs & facts.meets)
    ]
    weights = [(painter.name, weight * _fit(painter, meets, facts)) for painter, weight in turn]
    return PAINTERS[pick(rng, weights)]


def _fit(painter: Painter, meets: frozenset[Need], facts: Facts) -> float:
    shows_fact = bool(painter.needs & facts.meets)
    has_artwork = Need.ARTWORK in meets
    subject = 1.0 if painter.hosts_artwork == has_artwork or shows_fact else _NO_SUBJECT
    return (_FACT_BONUS if shows_fact else 1.0) * subject


def _palette_for(painter: str, palettes: Sequence[str], ledger: Ledger, rng: np.random.Generator) -> str:
    """A palette this painter has not worn, rather one not just seen, rather one seldom seen."""
    unworn = [name for name in palettes if not ledger.pairs[painter, name]]
    least = min(ledger.pairs[painter, name] for name in palettes)
    free = unworn or [name for name in palettes if ledger.pairs[painter, name] == least]
    fresh = [name for name in free if name != ledger.last_palette] or free
    return pick(rng, [(name, 1.0 / (1 + ledger.palettes[name])) for name in fresh])
