"""Casting: chooses the painter, palette and artwork for a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import PictureFacts
from renderer.core.script import Script
from renderer.painters.base import Need, Painter
from renderer.visuals.direction.choice import Anchoring, ShotArtwork, choose_artwork
from renderer.visuals.direction.ledger import Ledger, pick
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic
from renderer.visuals.direction.topic import title_subject, title_words
from renderer.visuals.matching.facts import Facts, counted
from renderer.visuals.matching.stemming import stem
from renderer.visuals.style_pack import StylePackFile

_FACT_BONUS: Final = 10.0
"""Weight factor of a painter that shows a fact of the phrase."""

_MOST_OF_ALL: Final = 0.2
"""Maximum share of a video's shots for one painter, as long as others can show what is said."""

_ANY: Final = 10**9
_SHOWS_FACT, _SHOWS_ARTWORK = 1.0, 0.16
"""How much sooner painters with needs get their turn; those for artwork leave the others to shots without
any.
"""

_TOGETHER: Final = 0.2
"""Painters whose turns are this close together are chosen between at random."""

_PLAIN_CHART: Final = "bar-chart"
_CHARTS: Final = {"up": "chart-increasing", "down": "chart-decreasing"}

_NO_SUBJECT: Final = 0.15
"""Weight factor of a painter in a shot with neither artwork nor a fact for it."""


class Casting(Struct, frozen=True, kw_only=True):
    """The cast of one shot; for painters that set type, `words` of the title and its `subject`.

    `tells`: the painter shows a fact of the phrase.
    """

    painter: Painter
    palette: str
    artwork: tuple[str, ...]
    words: tuple[str, ...]
    facts: PictureFacts
    subject: str = ""
    tells: bool = False


class Showable(Struct, frozen=True, kw_only=True):
    """What can be shown of one phrase, and the words `said`: the same for all castings of its shot."""

    facts: Facts
    artwork: ShotArtwork
    said: tuple[str, ...]


def showable(
    phrase: Phrase,
    facts: Facts,
    *,
    script: Script,
    topic: PictureTopic,
    ledger: Ledger,
    anchoring: Anchoring = Anchoring.NONE,
) -> Showable:
    """The phrase's facts and artwork; `anchoring` says whether it brings in the topic's own subject."""
    chosen = choose_artwork(phrase, script, topic, ledger, anchoring=anchoring)
    chosen = replace(chosen, artwork=_turned(chosen.artwork, facts.found.trend, topic, ledger))
    said = tuple(word.text for word in phrase.words)
    if chosen.word:
        facts = counted(facts, said, script.language, name=chosen.word)
    if not chosen.artwork:
        facts = _told_apart(facts)
    return Showable(facts=facts, artwork=chosen, said=said)


def _told_apart(facts: Facts) -> Facts:
    """Facts of a shot without a drawing, where two states without amounts would leave two empty halves."""
    change = facts.found.change
    if all(state.text for state in change):
        return facts
    return Facts(found=replace(facts.found, change=()), meets=facts.meets - {Need.CHANGE})


def cast_picture(
    shown: Showable,
    script: Script,
    *,
    topic: PictureTopic,
    pack: StylePackFile,
    ledger: Ledger,
    rng: np.random.Generator,
    tried: frozenset[str] = frozenset(),
    shots: int = 0,
) -> Casting:
    """Choose for one phrase; `tried` names painters that looked too much like the shot before.

    `shots`: the number of shots in the whole video, 0 if unknown.

    The choice is not recorded; call `ledger.shown` for the one that is used.
    """
    facts, chosen = shown.facts, shown.artwork
    meets = facts.meets | ({Need.ARTWORK} if chosen.artwork else frozenset())
    most = max(int(_MOST_OF_ALL * shots), 1) if shots else _ANY
    palettes = [palette.name for palette in pack.palettes]
    gone = tried | _worn_out(pack, palettes, ledger)
    painter = _painter(pack, meets, facts, ledger, rng, tried=gone, most=most)
    words, subject = _unsaid(shown.said, topic, script) if painter.lettered else ((), "")
    return Casting(
        painter=painter,
        palette=_palette_for(painter.name, palettes, ledger, rng),
        artwork=_shown(painter, facts, chosen.artwork),
        words=words,
        subject=subject,
        tells=bool(painter.needs & facts.meets),
        facts=replace(facts.found, trend=facts.found.trend or topic.trend),
    )


def _unsaid(spoken: Sequence[str], topic: PictureTopic, script: Script) -> tuple[tuple[str, ...], str]:
    """Words of the title, and its subject, without those that this shot's captions show anyway."""
    language = script.language
    said = {stem(word, language) for word in spoken}
    words = tuple(word for word in title_words(topic, language) if stem(word, language) not in said)
    if language is Language.JA:
        words = tuple(word for word in words if word not in "".join(spoken))
    subject = title_subject(topic, script)
    told = any(stem(word, language) in said for word in subject.split())
    return words, "" if told else subject


def _turned(artwork: tuple[str, ...], trend: str, topic: PictureTopic, ledger: Ledger) -> tuple[str, ...]:
    """The artwork, with charts against the line's trend replaced by one that follows it.

    A plain chart is replaced as well, as long as that one has not been shown.
    """
    if trend not in _CHARTS:
        return artwork
    own = _CHARTS[trend] if topic.gate.admits(_CHARTS[trend]) else _PLAIN_CHART
    contrary = set(_CHARTS.values()) | (set() if ledger.artwork[own] else {_PLAIN_CHART})
    return tuple(dict.fromkeys(own if name in contrary - {own} else name for name in artwork))


def _shown(painter: Painter, facts: Facts, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The drawings of the shot: a comparison by size shows what it compares and nothing else."""
    if Need.SIZES in painter.needs:
        return tuple(one.artwork for one in facts.found.sizes if one.artwork)
    return chosen[: painter.subjects]


def _worn_out(pack: StylePackFile, palettes: Sequence[str], ledger: Ledger) -> frozenset[str]:
    """Painters that have used every palette already, if nothing may be shown twice."""
    return frozenset(
        choice.painter.name
        for choice in pack.painters
        if ledger.once and all(ledger.pairs[choice.painter.name, palette] for palette in palettes)
    )


def _painter(
    pack: StylePackFile,
    meets: frozenset[Need],
    facts: Facts,
    ledger: Ledger,
    rng: np.random.Generator,
    *,
    tried: frozenset[str],
    most: int,
) -> Painter:
    """Painters take turns by weight; none is used more than `most` times while others can be.

    Rather than show the last one again, another goes beyond that.
    """
    rows = [(each.painter, each.weight) for each in pack.painters]
    able = [row for row in rows if row[0].needs <= meets] or rows
    able = [row for row in able if row[0].name != ledger.last_painter] or able
    able = [row for row in able if ledger.painters[row[0].name] < most] or able
    others = [row for row in able if row[0].name not in tried] or able
    due = {painter.name: _due(painter, weight, facts, ledger) for painter, weight in others}
    turn = [row for row in others if due[row[0].name] <= min(due.values()) + _TOGETHER]
    weights = [(painter.name, weight * _fit(painter, meets, facts)) for painter, weight in turn]
    return pack.painter(pick(rng, weights))


def _due(painter: Painter, weight: float, facts: Facts, ledger: Ledger) -> float:
    """Order of a painter's turn, lowest first: lower if seen less for its weight, or if it shows a fact."""
    seen = ledger.painters[painter.name] + 1
    early = _SHOWS_FACT if painter.needs & facts.meets else _SHOWS_ARTWORK if painter.needs else 0.0
    return seen / weight - early


def _fit(painter: Painter, meets: frozenset[Need], facts: Facts) -> float:
    shows_fact = bool(painter.needs & facts.meets)
    has_artwork = Need.ARTWORK in meets
    subject = 1.0 if has_artwork or shows_fact else _NO_SUBJECT
    return (_FACT_BONUS if shows_fact else 1.0) * subject


def _palette_for(painter: str, palettes: Sequence[str], ledger: Ledger, rng: np.random.Generator) -> str:
    """A palette new to this painter if possible, preferably not the last one used and one rarely seen."""
    unworn = [name for name in palettes if not ledger.pairs[painter, name]]
    least = min(ledger.pairs[painter, name] for name in palettes)
    free = unworn or [name for name in palettes if ledger.pairs[painter, name] == least]
    fresh = [name for name in free if name != ledger.last_palette] or free
    return pick(rng, [(name, 1.0 / (1 + ledger.palettes[name])) for name in fresh])
