"""Which things a shot shows: the anchor, what the writer named, what the words name, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.core.script import Script, display_text
from renderer.visuals.direction.cuts import Phrase
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.picture_topic import PictureTopic, words_of
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.matching.tone import gate_within

_COMPANIONS: Final = 2
_APART: Final = 3
"""Shots between two returns of the anchor where nothing else is named."""

_MOST_RETURNS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotArtwork:
    """Artwork of a shot, its subject first, and the word that asks for it; empty for an abstract picture."""

    artwork: tuple[str, ...] = ()
    word: str = ""


def choose_artwork(
    phrase: Phrase, script: Script, topic: PictureTopic, ledger: Ledger, *, anchored: bool, leads: bool = True
) -> ShotArtwork:
    """The shot's things, in order of trust; `anchored` shots show the topic's own subject as well.

    It `leads` what the line names, or else stands behind it: first it comes then only where the line names
    it too, or nothing.

    A scene's first shot trusts the writer's words for the picture before its own nouns, the others after.
    What was shown does not come again but for the anchor, which now and then fills a shot that names nothing;
    a ledger that shows everything `once` keeps the anchor to its drawings, each in one shot. What was spoken
    of just before comes last.
    """
    dated = replace(topic, gate=gate_within(topic.gate, _said(phrase)))
    asked = list(_asked(phrase, script, topic))
    found = list(_fresh((*asked, *_before(phrase, script, topic)), dated, ledger))
    if (own := _own(topic, ledger)) and (anchored or (not found and _may_return(ledger))):
        others = [name for name, _ in found if name != own]
        told = any(set(subject.artwork) & set(topic.anchor) and not subject.unreal for subject in asked)
        if leads or told or not next(_fresh(asked, dated, ledger), None):
            return ShotArtwork(artwork=(own, *others)[: 1 + _COMPANIONS])
        return ShotArtwork(artwork=(*others[:_COMPANIONS], own), word=found[0][1])
    found = found or list(_fresh(topic.told, topic, ledger))[:1]
    if not found:
        return ShotArtwork()
    names = tuple(dict.fromkeys(name for name, _ in found))
    return ShotArtwork(artwork=names[: 1 + _COMPANIONS], word=found[0][1])


def _said(phrase: Phrase) -> str:
    """The sentences that the phrase is from."""
    lines = {word.line for word in phrase.words}
    return " ".join(display_text(line) for line in phrase.scene.lines if line.id in lines)


def is_anchored(index: int, count: int) -> bool:
    """Whether shot `index` of `count` brings the topic's subject back: hook, middle and close; none of 0."""
    return count > 0 and index in {0, count // 2, count - 1}


def _own(topic: PictureTopic, ledger: Ledger) -> str:
    """The drawing of the topic's subject whose turn it is; "" where none is left that may come."""
    turn = ledger.returns % len(topic.anchor) if topic.anchor else 0
    turned = (*topic.anchor[turn:], *topic.anchor[:turn])
    return next((name for name in turned if not (ledger.once and ledger.artwork[name])), "")


def _may_return(ledger: Ledger) -> bool:
    return ledger.returns < _MOST_RETURNS and ledger.shots - ledger.last_return >= _APART


def _asked(phrase: Phrase, script: Script, topic: PictureTopic) -> Iterator[Subject]:
    """What the phrase names, and what the writer named for its scene."""
    language = script.language
    texts = [word.text for word in phrase.words]
    own = match_subjects(texts, language, near=_sentence(phrase), title=topic.title)
    named = _named(phrase.scene.visual, language, topic)
    yield from (*named, *own) if phrase.opens_scene else (*own, *named)


def _before(phrase: Phrase, script: Script, topic: PictureTopic) -> tuple[Subject, ...]:
    """What the sentence names before the phrase."""
    sentence = _sentence(phrase)
    before = sentence[: _place(sentence, [word.text for word in phrase.words])]
    return match_subjects(before, script.language, near=sentence, title=topic.title)


def _sentence(phrase: Phrase) -> tuple[str, ...]:
    """The words of the sentences that the phrase is from."""
    lines = {word.line for word in phrase.words}
    return tuple(word for line in phrase.scene.lines if line.id in lines for word in words_of(line))


def _place(sentence: Sequence[str], texts: Sequence[str]) -> int:
    """Where the phrase's first word stands in its sentence."""
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


def _fresh(asked: Iterable[Subject], topic: PictureTopic, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Artwork not shown yet, one a subject, with the word that asks for it."""
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
