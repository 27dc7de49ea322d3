"""Joining a transcript into sentences, with the times at which they are said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from renderer.contract.remix.analysis import SourceAnalysis
from renderer.contract.remix.timed_text import SCRIPT_LINES, TEXT, TimedText
from renderer.contract.vocabulary import Language
from renderer.core.phrasing import closes_sentence
from renderer.text.languages import is_spaced

PAUSE_MS: Final = 900
"""A silence longer than this begins a new line."""
LONGEST_MS: Final = 12_000
ROOM: Final = 240
"""The most characters of a line; a longer sentence is split."""


def spoken_sentences(
    analysis: SourceAnalysis, cues: Sequence[TimedText], language: Language
) -> tuple[TimedText, ...]:
    """Lines in order, not overlapping; made from the captions' cues if nothing was transcribed."""
    glue = " " if is_spaced(language) else ""
    lines: list[TimedText] = []
    open_units: list[TimedText] = []
    for unit in _units(analysis, cues):
        if open_units and _parts(open_units, unit, glue):
            lines.append(_joined(open_units, glue))
            open_units = []
        open_units.append(unit)
    lines += [_joined(open_units, glue)] if open_units else []
    return tuple(_apart(lines))[:SCRIPT_LINES]


def _units(analysis: SourceAnalysis, cues: Sequence[TimedText]) -> Iterator[TimedText]:
    """Words if their times are known, otherwise whole phrases."""
    if not analysis.transcript:
        yield from cues
    for segment in analysis.transcript:
        for part in segment.words or (segment,):
            pieces = wrap(" ".join(part.text.split()), TEXT, break_on_hyphens=False)
            lasts, total, said = part.end_ms - part.start_ms, sum(map(len, pieces)), 0
            for piece in pieces:  # one after the other: of pieces at the same time only the first is kept
                start, said = said, said + len(piece)
                edges = [part.start_ms + lasts * place // total for place in (start, said)]
                if edges[0] < edges[1]:
                    yield TimedText(start_ms=edges[0], end_ms=edges[1], text=piece)


def _parts(units: list[TimedText], following: TimedText, glue: str) -> bool:
    first, last = units[0], units[-1]
    length = sum(len(unit.text) + len(glue) for unit in units) + len(following.text)
    return (
        closes_sentence(last.text)
        or following.start_ms - last.end_ms > PAUSE_MS
        or following.end_ms - first.start_ms > LONGEST_MS
        or length > ROOM
    )


def _joined(units: list[TimedText], glue: str) -> TimedText:
    text = glue.join(unit.text for unit in units)
    return TimedText(start_ms=units[0].start_ms, end_ms=units[-1].end_ms, text=text[:TEXT])


def _apart(lines: list[TimedText]) -> Iterator[TimedText]:
    free = 0
    for line in lines:
        start = max(free, line.start_ms)
        if start < line.end_ms:
            free = line.end_ms
            yield line.model_copy(update={"start_ms": start})
