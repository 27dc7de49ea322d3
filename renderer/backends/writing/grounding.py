"""Grounds a language model in numbered passages and checks its reply against them.

Numbers and names are what models invent most often and viewers check first. A line with one that is in no
passage and not in the topic is sent back once; if it comes again, the sentence is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import decimal

import regex
from msgspec import Struct

from renderer.backends.writing.base import Brief
from renderer.backends.writing.reply import Reply, ScenePart
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage, TextSource
from renderer.text.languages import CASED, is_spaced
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import akin, mentioned, stem, stop_stems, topic_words, words_of

MOST_PASSAGES: Final = 12
MOST_CHARACTERS: Final = 6_000
RESTS: Final = 0.34
"""Share of a sentence's words that a passage must contain to be the sentence's source."""
_NUMBER: Final = regex.compile(r"\p{Nd}+(?:[.,٫٬\u00a0\u202f']\p{Nd}+)*")
_NAME: Final = regex.compile(r"(?<=[\p{Ll}\p{M}\d,;:)]\s)\p{Lu}[\p{L}\p{M}'’-]+")
_UNCASED_NAME: Final = regex.compile(
    r"\p{Katakana}[\p{Katakana}ー・]{2,}|\p{Han}{1,6}(?:·\p{Han}{1,8})+|\p{Latin}{2,}"
)
"""Recognisable names in scripts without capitals: katakana, dotted Chinese transcriptions, Latin letters."""
_JOINT: Final = regex.compile(r"\p{Han}·\p{Han}")


class Grounding(Struct, frozen=True, kw_only=True):
    """The passages that are given to the model, in order; none when it writes from memory."""

    passages: tuple[TextPassage, ...] = ()

    @property
    def sources(self) -> tuple[TextSource, ...]:
        """The sources of the passages, without repeats."""
        return tuple(dict.fromkeys(passage.source for passage in self.passages))

    def material(self) -> list[dict[str, object]]:
        """The numbered passages as they are sent to the model."""
        return [{"number": number, "text": one.text} for number, one in enumerate(self.passages, start=1)]

    def places(self, sentence: str, language: Language) -> tuple[int, ...]:
        """Index in `sources` of the passage that supports a sentence; empty when none does."""
        words = topic_words(sentence, language)
        if not words or not self.passages:
            return ()
        shares = [len(mentioned(words, one.text, language)) / len(words) for one in self.passages]
        best = max(range(len(shares)), key=shares.__getitem__)
        return (self.sources.index(self.passages[best].source),) if shares[best] >= RESTS else ()


def chosen_ground(passages: Sequence[TextPassage], brief: Brief) -> Grounding:
    """The passages that say most about the topic, in their own order, within the limits."""
    words = topic_words(brief.topic, brief.language)
    ranked = sorted(
        range(len(passages)), key=lambda at: (-len(mentioned(words, passages[at].text, brief.language)), at)
    )
    kept: list[int] = []
    room = MOST_CHARACTERS
    for at in ranked:
        if len(passages[at].text) <= room and len(kept) < MOST_PASSAGES:
            kept.append(at)
            room -= len(passages[at].text)
    return Grounding(passages=tuple(passages[at] for at in sorted(kept)))


def invented(line: str, ground: Grounding, brief: Brief) -> tuple[str, ...]:
    """Numbers and names in a line that are in neither the passages nor the topic."""
    if not ground.passages:
        return ()
    told = "\n".join((*(one.text for one in ground.passages), brief.topic))
    numbers = {_digits(number) for number in _NUMBER.findall(told)}
    found = [number for number in _NUMBER.findall(line) if _digits(number) not in numbers]
    if brief.language in CASED and brief.language is not Language.DE and is_spaced(brief.language):
        known = set(words_of(told, brief.language))
        for name in _NAME.findall(line):
            word = stem(name.removesuffix("'s").removesuffix("’s"), brief.language)
            if word not in stop_stems(brief.language) and not any(
                akin(word, one, brief.language) for one in known
            ):
                found.append(name)
    elif brief.language not in CASED:
        held = told.casefold()
        found += [name for name in _UNCASED_NAME.findall(line) if not _is_held(name, held)]
    return tuple(dict.fromkeys(found))


def _digits(number: str) -> str:
    """The digits of a number, converted to one script."""
    return "".join(str(decimal(char)) for char in number if char.isdecimal())


def _is_held(name: str, held: str) -> bool:
    """Whether `held` contains a name; a Chinese one may include words around it, so its dots are compared."""
    joints: list[str] = _JOINT.findall(name, overlapped=True)
    return all(joint in held for joint in joints or (name.casefold(),))


def ground_problems(reply: Reply, ground: Grounding, brief: Brief) -> list[str]:
    """The inventions of a reply, worded for the model."""
    found = []
    for line in _lines(reply):
        found += [
            f"{word!r} is in no passage: take it out of the line {line[:80]!r}."
            for word in invented(line, ground, brief)
        ]
    return found[:12]


def without_inventions(reply: Reply, ground: Grounding, brief: Brief) -> tuple[Reply, tuple[str, ...]]:
    """The reply without sentences that contain inventions, and a note for each line that lost some.

    Raises:
        ValueError: too little is left.
    """
    notes: list[str] = []

    def cleared(part: ScenePart) -> ScenePart:
        kept = []
        for line in part.lines:
            told = [one for one in sentences(line, brief.language) if not invented(one, ground, brief)]
            if len(told) < len(sentences(line, brief.language)):
                notes.append("script: a line of the model's was dropped, since no source has what it says")
            if told:
                kept.append(("" if not is_spaced(brief.language) else " ").join(told))
        said = " ".join(kept).casefold()
        emphasis = tuple(word for word in part.emphasis if word.casefold() in said)
        return ScenePart(lines=tuple(kept), visual=part.visual, emphasis=emphasis)

    hook, close = cleared(reply.hook), cleared(reply.close)
    scenes = [scene for scene in map(cleared, reply.scenes) if scene.lines]
    if not hook.lines and scenes:
        hook = scenes.pop(0)
    if not close.lines and scenes:
        close = scenes.pop()
    if not hook.lines or not close.lines or len(scenes) < 2:  # noqa: PLR2004 - as the reply's own form asks
        reason = "hardly anything is left of it without what no source says"
        raise ValueError(reason)
    return Reply(title=reply.title, hook=hook, scenes=tuple(scenes), close=close), tuple(notes)


def _lines(reply: Reply) -> Iterator[str]:
    for part in reply.parts:
        yield from part.lines
