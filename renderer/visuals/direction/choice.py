"""The things that a shot shows: the anchor, what the writer named, what the words name, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.script import Script, display_text
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic, words_of
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.subjects import is_setting, match_subjects
from renderer.visuals.matching.tone import gate_within

_COMPANIONS: Final = 2
_APART: Final = 3
"""Minimum number of shots before something returns where nothing else is named."""

_MOST_RETURNS: Final = 4


class Anchoring(Enum):
    """How strongly a shot favours the topic's own subject."""

    NONE = 0
    """Only if the shot names nothing and the subject has been away for long."""
    NAMELESS = 1
    """Unless the shot's own words name something real."""
    FIRST = 2
    """Before everything that the shot names."""


class ShotArtwork(Struct, frozen=True, kw_only=True):
    """Artwork of a shot, its subject first, and the word that asks for it; empty for an abstract picture."""

    artwork: tuple[str, ...] = ()
    word: str = ""


def choose_artwork(
    phrase: Phrase, script: Script, topic: PictureTopic, ledger: Ledger, *, anchoring: Anchoring
) -> ShotArtwork:
    """The shot's things in order of trust; `anchoring` says when the topic's own subject comes first.

    A scene's first shot trusts the writer's words for the picture before its own nouns; the other shots trust
    them after. Something already shown returns, some shots later, if a shot names it and nothing fresh, so
    that the stage is not empty. Now and then the anchor fills a shot that names nothing; with a ledger that
    shows everything `once`, only while it has unused drawings. What was mentioned just before comes last.
    """
    dated = replace(topic, gate=gate_within(topic.gate, _said(phrase)))
    asked = (*_asked(phrase, script, topic), *_before(phrase, script, topic))
    found = list(_fresh(asked, dated, ledger))
    anchored = anchoring is Anchoring.FIRST or (
        anchoring is Anchoring.NAMELESS and not any(_fresh(_own_words(phrase, script, topic), dated, ledger))
    )
    again = [] if found else _again(_own_words(phrase, script, topic), dated, ledger)
    if (own := _own(topic, ledger)) and (anchored or (not found and not again and _may_return(ledger))):
        return ShotArtwork(artwork=(own, *(name for name, _ in found if name != own))[: 1 + _COMPANIONS])
    found = found or again or list(_fresh(topic.told, topic, ledger))[:1]
    if not found:
        return ShotArtwork()
    names = tuple(dict.fromkeys(name for name, _ in found))
    return ShotArtwork(artwork=names[: 1 + _COMPANIONS], word=found[0][1])


def _said(phrase: Phrase) -> str:
    """The sentences from which the phrase is taken."""
    lines = {word.line for word in phrase.words}
    return " ".join(display_text(line) for line in phrase.scene.lines if line.id in lines)


def anchoring_of(index: int, count: int) -> Anchoring:
    """Anchoring of shot `index` of `count`: firm in the hook, weaker in the middle and at the close.

    All other shots have none, and all of them if `count` is 0 (unknown).
    """
    if count == 0 or index not in {0, count // 2, count - 1}:
        return Anchoring.NONE
    return Anchoring.FIRST if index == 0 else Anchoring.NAMELESS


def _own(topic: PictureTopic, ledger: Ledger) -> str:
    """The topic's own drawing whose turn it is, or "" if none is left that may be shown."""
    turn = ledger.returns % len(topic.anchor) if topic.anchor else 0
    turned = (*topic.anchor[turn:], *topic.anchor[:turn])
    return next((name for name in turned if not (ledger.once and ledger.artwork[name])), "")


def _may_return(ledger: Ledger) -> bool:
    return ledger.returns < _MOST_RETURNS and ledger.shots - ledger.last_return >= _APART


def _asked(phrase: Phrase, script: Script, topic: PictureTopic) -> Iterator[Subject]:
    """What the phrase names, and what the writer named for its scene."""
    language = script.language
    texts = [word.text for word in phrase.words]
    own = match_subjects(texts, language, near=_sentence(phrase), title=topic.title, known=topic.known)
    named = _named(phrase.scene.visual, language, topic)
    yield from (*named, *own) if phrase.opens_scene else (*own, *named)


def _before(phrase: Phrase, script: Script, topic: PictureTopic) -> tuple[Subject, ...]:
    """What the sentence names before the phrase."""
    sentence = _sentence(phrase)
    before = sentence[: _place(sentence, [word.text for word in phrase.words])]
    return match_subjects(before, script.language, near=sentence, title=topic.title, known=topic.known)


def _sentence(phrase: Phrase) -> tuple[str, ...]:
    """The words of the sentences from which the phrase is taken."""
    lines = {word.line for word in phrase.words}
    return tuple(word for line in phrase.scene.lines if line.id in lines for word in words_of(line))


def _own_words(phrase: Phrase, script: Script, topic: PictureTopic) -> tuple[Subject, ...]:
    """Real things that the words of the shot itself name."""
    texts = [word.text for word in phrase.words]
    named = match_subjects(
        texts, script.language, near=_sentence(phrase), title=topic.title, known=topic.known
    )
    return tuple(subject for subject in named if not subject.unreal)


def _place(sentence: Sequence[str], texts: Sequence[str]) -> int:
    """Index of the phrase's first word in its sentence."""
    return next((place for place, word in enumerate(sentence) if texts and word == texts[0]), 0)


def _named(visual: Sequence[str], language: Language, topic: PictureTopic) -> tuple[Subject, ...]:
    """What the writer named for the scene, in the script's language or in English, in the writer's order."""
    found: dict[tuple[str, ...], Subject] = {}
    for text in visual:
        words = [text] if language in UNSPACED else text.split()
        for subject in (
            *match_subjects(words, language, near=(*visual, *topic.title)),
            *(match_subjects(text.split(), Language.EN, near=visual) if text.isascii() else ()),
        ):
            found.setdefault(subject.artwork, subject)
    return tuple(found.values())


def _again(named: Iterable[Subject], topic: PictureTopic, ledger: Ledger) -> list[tuple[str, str]]:
    """The first named thing last shown some shots ago: its least used drawing, with its word."""
    if ledger.once:
        return []
    for subject in named:
        drawings = topic.shown(subject.artwork)
        rested = all(ledger.since(name) >= _APART for name in drawings)
        if drawings and rested and topic.takes(subject.artwork) and not is_setting(subject.artwork):
            return [(min(drawings, key=lambda name: ledger.artwork[name]), subject.word)]
    return []


def _fresh(asked: Iterable[Subject], topic: PictureTopic, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Artwork not shown yet, one per subject, with the word that asks for it."""
    seen: set[tuple[str, ...]] = set()
    for subject in asked:
        free = [
            name
            for name in topic.shown(subject.artwork)
            if not ledger.artwork[name] and name not in topic.anchor
        ]
        if free and topic.takes(subject.artwork) and subject.artwork not in seen:
            seen.add(subject.artwork)
            yield free[0], subject.word
