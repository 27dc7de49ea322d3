"""Speaking a voiceover's lines so that they fit: as they are, faster, in fewer words, stretched."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pipelines.project.takes import LineTake, takes_of
from renderer.backends.rewriting.base import LineRewriter, RewritingTask, RoomyLine
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.speech.pace import engine_at_rate
from renderer.contract.remix.timed_text import TEXT, TimedText
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line, LineMaker
from renderer.dubbing.fit import (
    FASTEST,
    LineLength,
    LinePlacement,
    LineWindow,
    fitted,
    unhurried,
    wanted_rate,
)

PACE_STEP: Final = Fraction(1, 20)
"""Engines are asked for a pace in these steps, so that cached lines are found; stretching does the rest."""
COMFORTABLE: Final = 1.1
"""The rate that a shorter wording aims at: the line need not be spoken faster than this."""


def unheard(_: int) -> None:
    """Ignore how many lines were spoken."""


class SpokenScript(Struct, frozen=True, kw_only=True):
    """Takes and placements by line number; a line that cannot be said has no take. `texts` are as spoken."""

    texts: tuple[str, ...]
    takes: dict[int, LineTake]
    placements: tuple[LinePlacement, ...]
    engine: SpeechEngine
    notes: tuple[str, ...]


class Narrator(Struct, frozen=True, kw_only=True):
    """Who speaks, in which voice and language, and who finds shorter words.

    `line_of` makes lines as the caller wants them pronounced. `heard` is told how many lines of the current
    pass were spoken; it may raise to stop.
    """

    speech: SpeechEngine
    rewriter: LineRewriter
    language: Language
    voice: Voice
    line_of: LineMaker
    heard: Callable[[int], None] = unheard


def spoken_script(
    script: Sequence[TimedText], narrator: Narrator, *, end_ms: int, into: Path
) -> SpokenScript:
    """All lines spoken and placed before `end_ms`; takes are written into the folder `into`.

    Raises:
        ClipwrightError: what the engines raise.
    """
    windows = [LineWindow(start_ms=line.start_ms, end_ms=line.end_ms) for line in script]
    lines = {number: line for number, line in _lines(script, narrator) if line.tokens}
    silent = [script[number].text for number in range(len(script)) if number not in lines]
    notes = dict.fromkeys(f"line “{text}” has nothing that can be said" for text in silent)
    if not lines:
        placements = fitted(windows, [unhurried(0)] * len(script), end_ms=end_ms)
        texts = tuple(line.text for line in script)
        return SpokenScript(
            texts=texts, takes={}, placements=placements, engine=narrator.speech, notes=tuple(notes)
        )
    chosen = chosen_engine(
        narrator.speech,
        list(lines.values()),
        language=narrator.language,
        voice=narrator.voice,
        heard=lambda one: narrator.heard(one.number),
    )
    speaking = replace(narrator, speech=chosen.engine)
    takes = _spoken(speaking, lines, _folder(into, "plain"))
    shorter = _shortened(script, takes, windows, narrator)
    if shorter:
        takes |= _spoken(speaking, shorter, _folder(into, "shorter"))
    natural = {number: take.length for number, take in takes.items()}
    hurried = _hurried(windows, natural, end_ms=end_ms)
    for rate, some in hurried.items():
        faster = replace(speaking, speech=engine_at_rate(chosen.engine, float(rate)))
        if faster.speech.fingerprint != chosen.engine.fingerprint:
            again = {number: takes[number].line for number in some}
            takes |= _spoken(faster, again, _folder(into, f"rate-{float(rate):.2f}"))
    lengths = [_length(number, natural, takes) for number in range(len(script))]
    notes |= dict.fromkeys([*chosen.notes, *(note for take in takes.values() for note in take.notes)])
    return SpokenScript(
        texts=tuple(_text(line, shorter.get(number)) for number, line in enumerate(script)),
        takes=takes,
        placements=fitted(windows, lengths, end_ms=end_ms),
        engine=chosen.engine,
        notes=tuple(notes),
    )


def _lines(script: Sequence[TimedText], narrator: Narrator) -> Iterator[tuple[int, Line]]:
    for number, line in enumerate(script):
        yield number, _line(line.text, number, narrator)


def _line(text: str, number: int, narrator: Narrator) -> Line:
    name = f"v{number + 1}"
    return narrator.line_of(text, id=name)


def _folder(into: Path, name: str) -> Path:
    folder = into / name
    folder.mkdir()
    return folder


def _spoken(narrator: Narrator, lines: dict[int, Line], into: Path) -> dict[int, LineTake]:
    takes = takes_of(
        narrator.speech, list(lines.values()), language=narrator.language, voice=narrator.voice, into=into
    )
    found: dict[int, LineTake] = {}
    for number, take in zip(lines, takes, strict=True):
        found[number] = take
        narrator.heard(len(found))
    return found


def _length(number: int, natural: dict[int, int], takes: dict[int, LineTake]) -> LineLength:
    if number not in takes:
        return unhurried(0)
    return LineLength(natural=natural[number], recorded=takes[number].length)


def _shortened(
    script: Sequence[TimedText],
    takes: dict[int, LineTake],
    windows: Sequence[LineWindow],
    narrator: Narrator,
) -> dict[int, Line]:
    """Shorter wordings of the lines that are too long at any pace, if a rewriter is available."""
    needs = {number: wanted_rate(windows[number], take.length) for number, take in takes.items()}
    long = [number for number, rate in needs.items() if rate > FASTEST]
    if not (long and narrator.rewriter.available):
        return {}
    room = [
        RoomyLine(
            text=script[number].text,
            characters=max(1, int(len(script[number].text) * COMFORTABLE / needs[number])),
        )
        for number in long
    ]
    found = narrator.rewriter.rewrite(
        room, source=narrator.language, target=narrator.language, task=RewritingTask.SHORTEN
    )
    return {
        number: line
        for number, text in zip(long, found, strict=True)
        if len(text) < len(script[number].text) and (line := _line(text, number, narrator)).tokens
    }


def _hurried(
    windows: Sequence[LineWindow], natural: dict[int, int], *, end_ms: int
) -> dict[Fraction, list[int]]:
    """Paces to ask the engine for, and the numbers of the lines to be spoken at each."""
    lengths = [unhurried(natural.get(number, 0)) for number in range(len(windows))]
    found: dict[Fraction, list[int]] = defaultdict(list)
    for number, placement in enumerate(fitted(windows, lengths, end_ms=end_ms)):
        rate = math.floor(Fraction(placement.rate).limit_denominator(1000) / PACE_STEP) * PACE_STEP
        if rate > 1 and placement.samples > placement.cut:
            found[rate].append(number)
    return dict(found)


def _text(line: TimedText, shorter: Line | None) -> str:
    if shorter is None:
        return line.text
    return "".join(token.display + token.gap for token in shorter.tokens).rstrip()[:TEXT]
