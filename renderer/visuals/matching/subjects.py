"""The drawable things that a phrase names: nouns in their sentence, by the picture index.

A term counts where a noun can occur and, if it has several meanings, where a word nearby decides. There are
no weak hits: anything uncertain is no subject, and the shot gets an abstract picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.japanese import japanese_words
from renderer.visuals.matching.compounds import tail_of
from renderer.visuals.matching.figures import is_absent, is_likened, is_name_alone, is_named_in, is_surname
from renderer.visuals.matching.noun_context import is_asked_about, noun_can_stand
from renderer.visuals.matching.picture_index import UNSPACED, VETO, PictureIndex, Sense, picture_index
from renderer.visuals.matching.plain import plain, readings
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.tone import of_kind

LONGEST_TERM: Final = 4
"""Words of the longest term that is looked for."""

_LINES_KEPT: Final = 1024
_LONGEST_TEXT: Final = 8
_NAMED, _CUED, _DRAWN, _OF_TAIL = 5.0, 4.5, 4.0, 3.0
_PER_FURTHER_WORD: Final = 1.0
_IN_TITLE: Final = 2.0
_SETTING: Final = 4.0
"""Penalty for a setting or a stand-in, which ranks after what happens: "sharks hunt at night"."""

_MODIFIER: Final = 1.5
"""Penalty for an English noun directly before another that can be drawn: a house cat is a cat."""

_UNREAL: Final = 6.0
"""Penalty for things said to be missing or only likened, which rank after everything real."""


class _Hit(Struct, frozen=True):
    term: str
    word: str
    start: int
    end: int
    tail: bool = False


def match_subjects(
    words: Sequence[str],
    language: Language,
    *,
    near: Sequence[str] = (),
    title: Sequence[str] = (),
    far: Sequence[str] = (),
    known: frozenset[int] = frozenset(),
) -> tuple[Subject, ...]:
    """Subjects of a phrase, best first, each concept once; in order of speech if equally good.

    `near` are further words that show what is meant: the rest of the sentence. `title` does so too, and
    subjects that it names matter more. `far` are words of other sentences: they may show that a meaning is
    meant, but not that another one is. `known` are concepts that are meant wherever their words occur, unless
    a word indicates another meaning.
    """
    index = picture_index(language)
    told = (*words, *near, *title)
    wanted = set(_concepts(title, language, told))
    best: dict[int, Subject] = {}
    hits = _hits(tuple(words), language)
    modifiers = _modifiers(hits, words) if language is Language.EN else frozenset[int]()
    for hit in hits:
        for sense in index.terms[hit.term]:
            others = (*near, *title)
            if not _meant(sense, hit, words, others, language, far=far, known=known) or _names(
                sense, hit, title, language
            ):
                continue
            unreal = language not in UNSPACED and is_absent(words, hit.start, language)
            when = is_setting(index.concepts[sense.concept])
            score = _score(sense, hit) + _IN_TITLE * (sense.concept in wanted)
            score -= _UNREAL * unreal + _SETTING * when + _MODIFIER * (hit.start in modifiers)
            better = best.get(sense.concept)
            if better is None or score > better.score:
                best[sense.concept] = Subject(
                    artwork=index.concepts[sense.concept],
                    word=hit.word,
                    score=score,
                    cued=bool(sense.cues),
                    unreal=unreal,
                )
    return tuple(sorted(best.values(), key=lambda subject: -subject.score))


def _modifiers(hits: Sequence[_Hit], words: Sequence[str]) -> frozenset[int]:
    """Where terms start that stand directly before another one, with no punctuation between."""
    starts = {hit.start for hit in hits}
    return frozenset(hit.start for hit in hits if hit.end in starts and words[hit.end - 1][-1:].isalnum())


def concepts_titled(titles: Iterable[str], language: Language) -> frozenset[int]:
    """Concepts that articles of these titles are about.

    A title with a bracket ("Crane (machine)") is shared by others, and names none.
    """
    index = picture_index(language)
    terms = (" ".join(plain(word, language) for word in title.split()) for title in titles)
    return frozenset(sense.concept for term in terms for sense in index.terms.get(term, ()))


def is_setting(artwork: Sequence[str]) -> bool:
    """Whether a concept is a time, a place or people in general, judging by its drawings, or a stand-in."""
    return artwork[0] in of_kind("setting") or is_stand_in(artwork)


def is_stand_in(artwork: Sequence[str]) -> bool:
    """Whether the drawings only stand for what cannot be drawn: a briefcase for a career."""
    return artwork[0] in of_kind("stand_in")


def _concepts(words: Sequence[str], language: Language, told: Sequence[str]) -> Iterator[int]:
    index = picture_index(language)
    for hit in _hits(tuple(words), language):
        for sense in index.terms[hit.term]:
            if _meant(sense, hit, words, told, language):
                yield sense.concept


def _score(sense: Sense, hit: _Hit) -> float:
    if hit.tail:
        return _OF_TAIL
    base = _CUED if sense.cues else _NAMED if sense.named else _DRAWN
    return base + _PER_FURTHER_WORD * hit.term.count(" ")


def _meant(
    sense: Sense,
    hit: _Hit,
    words: Sequence[str],
    others: Sequence[str],
    language: Language,
    *,
    far: Sequence[str] = (),
    known: frozenset[int] = frozenset(),
) -> bool:
    """Whether other words show that this meaning is meant and none nearby shows another."""
    if _figurative(sense, hit, words, language):
        return False
    if not sense.cues:
        return True
    vetoes = [cue.removeprefix(VETO) for cue in sense.cues if cue.startswith(VETO)]
    sure = sense.concept in known
    wanted = [] if sure else [cue for cue in sense.cues if not cue.startswith(VETO)]
    if language in UNSPACED:
        text = "".join(words)
        rest = text[: hit.start] + " " + text[hit.end :] + " " + "".join(others)
        more = rest + " " + "".join(far)
        return not any(cue in rest for cue in vetoes) and (not wanted or any(cue in more for cue in wanted))
    if is_asked_about(words, hit.start, language) and len(picture_index(language).terms[hit.term]) == 1:
        wanted = []  # neither a verb nor anything else: "do bears sleep"
    near = [*words[: hit.start], *words[hit.end :], *others]
    said = {reading for word in near for reading in readings(word, language)} - {hit.term}
    if _begin(said, vetoes):
        return False
    if not wanted or _begin(said, wanted):
        return True
    return _begin({reading for word in far for reading in readings(word, language)} - {hit.term}, wanted)


def _figurative(sense: Sense, hit: _Hit, words: Sequence[str], language: Language) -> bool:
    """Whether the word is somebody's name, or stands for a great amount of something."""
    if language in UNSPACED:
        return False
    index = picture_index(language)
    shown = frozenset(index.concepts[sense.concept])
    if shown & of_kind("spread") and is_likened(words, hit.end, language):
        return True
    single = hit.end - hit.start == 1 and hit.term not in index.proper
    if single and is_name_alone(words, hit.start, language):
        return True
    return single and not shown & of_kind("named") and is_surname(words, hit.start, language)


def _names(sense: Sense, hit: _Hit, title: Sequence[str], language: Language) -> bool:
    """Whether the first word of a phrase is a person's name, as the title shows."""
    index = picture_index(language)
    if hit.start or hit.end > 1 or hit.term in index.proper or language in UNSPACED:
        return False
    shown = frozenset(index.concepts[sense.concept])
    return not shown & of_kind("named") and is_named_in(title, hit.word, language)


def _begin(words: Iterable[str], beginnings: Sequence[str]) -> bool:
    return any(word.startswith(beginning) for word in words for beginning in beginnings)


@lru_cache(maxsize=_LINES_KEPT)
def _hits(words: tuple[str, ...], language: Language) -> tuple[_Hit, ...]:
    """Terms in these words; cached, as directing a film asks for each line by chapter and by shot."""
    index = picture_index(language)
    if language is Language.JA:
        return tuple(_japanese_hits("".join(words), index))
    if language is Language.ZH:
        return tuple(_chinese_hits("".join(words), index))
    return tuple(_spaced_hits(words, language, index))


def _spaced_hits(words: Sequence[str], language: Language, index: PictureIndex) -> Iterator[_Hit]:
    """The longest terms first; no word is used twice."""
    taken = [False] * len(words)
    for size in range(min(LONGEST_TERM, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            end = start + size
            if any(taken[start:end]):
                continue
            term = next(
                (one for one in _spaced_terms(words[start:end], language, index) if one in index.terms), ""
            )
            verb = size == 1 and not noun_can_stand(words, start, language, verb=term in index.verbs)
            if term and not verb:
                taken[start:end] = [True] * size
                yield _Hit(term, " ".join(words[start:end]), start, end)
    if language is Language.DE:
        yield from _german_tails(words, taken, index)


def _spaced_terms(words: Sequence[str], language: Language, index: PictureIndex) -> Iterator[str]:
    """The words as a term; in Arabic also without prefixes, unless that hides a word of another meaning."""
    heads = readings(words[0], language)
    heads = heads[:1] if heads[0] in index.longer else heads
    rest = [plain(word, language) for word in words[1:]]
    for head in heads:
        yield " ".join((head, *rest))


def _german_tails(words: Sequence[str], taken: Sequence[bool], index: PictureIndex) -> Iterator[_Hit]:
    for place, word in enumerate(words):
        if taken[place] or not word.lstrip("„»\"'(")[:1].isupper():
            continue
        tail = tail_of(plain(word, Language.DE), index)
        if tail:
            yield _Hit(tail, word, place, place + 1, tail=True)


def _chinese_hits(text: str, index: PictureIndex) -> Iterator[_Hit]:
    """Forward longest match; longer words that contain a term are skipped."""
    at = 0
    while at < len(text):
        piece = next(
            (
                text[at : at + size]
                for size in range(_LONGEST_TEXT, 0, -1)
                if text[at : at + size] in index.terms or text[at : at + size] in index.longer
            ),
            text[at],
        )
        if piece in index.terms:
            yield _Hit(piece, piece, at, at + len(piece))
        at += len(piece)


def _japanese_hits(text: str, index: PictureIndex) -> Iterator[_Hit]:
    """Nouns and runs of words that end in a noun, the longest first at each place."""
    parsed = japanese_words(text)
    starts = [sum(len(word.text) for word in parsed[:place]) for place in range(len(parsed) + 1)]
    place = 0
    while place < len(parsed):
        for size in range(min(LONGEST_TERM, len(parsed) - place), 0, -1):
            run = parsed[place : place + size]
            written = "".join(word.text for word in run)
            spellings = (written, run[0].base) if size == 1 else (written,)
            term = next((one for one in spellings if one in index.terms), "")
            if term and run[-1].noun and not (size == 1 and run[0].proper):
                yield _Hit(term, written, starts[place], starts[place + size])
                break
        else:
            size = 1
        place += size
