"""What a whole video is about, once for all its shots: title, anchor, tone and time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, Literal
from zlib import crc32

from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.picture_spec import Place
from renderer.core.script import Line, Script, display_text
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.gazetteer import places_in
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.matching.tone import OPEN, Gate, gate_of

_TRENDS: Final[dict[VideoMode, Literal["", "up", "down"]]] = {VideoMode.FINANCE_WARNING: "down"}
"""A warning never shows a rise that nobody spoke of."""

_STOCK_SOURCE: Final = "template"
"""`Script.source` of the writer that knows nothing: every topic of a mode gets its lines."""

_STOCK_SHARE: Final = 5
"""One of so many things that stock lines name is shown; another one for each topic."""

_OFTEN: Final = 2
"""Times that a thing must be named in a script whose title names none, to be what the video is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureTopic:
    """`title`: its words; `anchor`: artwork of its subject that the gate admits, possibly none.

    `turn` says where lists of equally good artwork begin, so that two topics do not show the same drawings;
    `trend` which way charts go where a line does not say, "" for either. `own` are the concepts that the
    title names, `places` the places; `stock`: every topic gets these lines, so most of what they name says
    nothing about it.
    """

    title: tuple[str, ...] = ()
    anchor: tuple[str, ...] = ()
    gate: Gate = OPEN
    turn: int = 0
    trend: Literal["", "up", "down"] = ""
    own: frozenset[tuple[str, ...]] = frozenset()
    stock: bool = False
    places: tuple[Place, ...] = ()

    def shown(self, artwork: tuple[str, ...]) -> tuple[str, ...]:
        """What of a concept's artwork may be shown, this topic's choice first."""
        allowed = [name for name in artwork if self.gate.admits(name)]
        turned = self.turn % len(allowed) if allowed else 0
        return (*allowed[turned:], *allowed[:turned])

    def takes(self, artwork: tuple[str, ...]) -> bool:
        """Whether a concept may stand for this topic: of stock lines a share that differs between topics."""
        told = not self.stock or artwork in self.own
        return told or crc32(f"{self.turn} {artwork[0]}".encode()) % _STOCK_SHARE == 0


def topic_of(script: Script, mode: VideoMode) -> PictureTopic:
    """Read from title and lines; the anchor is what the title names, else what the lines name most."""
    title = tuple(piece.display for piece in tokenise(script.title, script.language))
    texts = (script.title, *(display_text(line) for line in script.lines))
    plain = PictureTopic(title=title, gate=gate_of(mode, texts), turn=crc32(script.title.encode()))
    return replace(
        plain,
        anchor=_anchor(script, plain),
        trend=_TRENDS.get(mode, ""),
        own=frozenset(subject.artwork for subject in match_subjects(title, script.language)),
        stock=script.source == _STOCK_SOURCE,
        places=places_in(title, script.language),
    )


def retitled(topic: PictureTopic, script: Script) -> PictureTopic:
    """The topic of a part, such as a chapter, under its own title; tone, time and turn stay."""
    title = tuple(piece.display for piece in tokenise(script.title, script.language))
    own = frozenset(subject.artwork for subject in match_subjects(title, script.language))
    plain = replace(topic, title=title, own=own, places=places_in(title, script.language))
    return replace(plain, anchor=_anchor(script, plain))


def title_words(topic: PictureTopic, language: Language, *, most: int = 4) -> tuple[str, ...]:
    """The title's first content words, without punctuation."""
    bare = (word.strip(" .,;:!?()[]«»“”„\"'…。、，！？؟،「」『』") for word in topic.title)
    return tuple(word for word in bare if word and is_content(word, language))[:most]


def words_of(line: Line) -> tuple[str, ...]:
    """Its words as displayed."""
    return tuple(token.display for token in line.tokens)


def _anchor(script: Script, topic: PictureTopic) -> tuple[str, ...]:
    """What the title names first; where it names nothing, what the lines name most, at least twice."""
    body = tuple(word for line in script.lines for word in words_of(line))
    titled = match_subjects(topic.title, script.language, near=body)
    places = {subject.artwork: script.title.find(subject.word) for subject in titled}
    ranked = sorted(places, key=lambda artwork: places[artwork])
    titled_shown = next((shown for artwork in ranked if (shown := topic.shown(artwork))), ())
    if titled_shown:
        return titled_shown
    often = [artwork for artwork, count in _counted(script, topic).most_common() if count >= _OFTEN]
    return next((shown for artwork in often if (shown := topic.shown(artwork))), ())


def _counted(script: Script, topic: PictureTopic) -> Counter[tuple[str, ...]]:
    """How many lines name each concept."""
    return Counter(
        subject.artwork
        for line in script.lines
        for subject in match_subjects(words_of(line), script.language, title=topic.title)
    )
