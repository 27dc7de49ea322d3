"""Players: how each part of a mood turns bars into notes.

To add one: write a function from a `Player` and its bars to notes, and name it in `PLAYERS` and in
`mood_files.PARTS`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.music.harmony import nearest, step, voiced
from renderer.audio.music.mood import MoodLayer
from renderer.audio.music.piece import STEPS, Bar, Note, Piece

_MARK_DB: Final = {"X": 2.5, "x": 0.0, "o": -6.0}
_ORDERS: Final = (
    (0, 1, 2, 3, 4, 5),
    (5, 4, 3, 2, 1, 0),
    (0, 1, 2, 3, 4, 3, 2, 1),
    (0, 2, 1, 3, 2, 4, 3, 5),
    (0, 3, 1, 3, 2, 3, 1, 3),
)
"""Orders of the tones of an arpeggio: up, down, there and back, broken, rocking."""

_LOOSENESS: Final = 0.004
_TOUCH_DB: Final = 0.8
_QUIET_DB: Final = 7.0
_BED_SECONDS: Final = 8.0
_SHORTEST_BED: Final = 0.01
"""Shortest piece of a bed in seconds: the remainder after whole pieces may be a mere rounding error."""
_PEDAL_BARS: Final = 4
_PHRASE: Final = 4
_TURNS: Final = (-2, -1, -1, 0, 1, 1, 2, 3)


class Player(Struct, frozen=True, eq=False):
    """A layer's player: layer, piece, the variation's instrument and pattern, and its own random numbers."""

    layer: MoodLayer
    piece: Piece
    instrument: str
    pattern: str
    random: np.random.Generator

    def note(
        self, bar: Bar, *, start: float, pitches: tuple[int, ...], seconds: float, level_db: float = 0.0
    ) -> Note:
        """A note with the layer's level, hall send and pan; softer and darker in quiet bars."""
        layer = self.layer
        return Note(
            start=start,
            instrument=self.instrument,
            pitches=pitches,
            seconds=seconds,
            brightness=layer.brightness + self.piece.bend.brightness + bar.intensity - 0.5,
            level_db=layer.level_db + level_db - _QUIET_DB * (1.0 - bar.intensity),
            send_db=layer.send_db,
            pan=layer.pan,
        )

    def hits(self, bar: Bar) -> Iterator[tuple[int, float, float]]:
        """(step, seconds, level in dB) of the pattern's marks, with slight variation in time and touch."""
        for place, mark in enumerate(self.pattern):
            if mark in _MARK_DB:
                late, touch = self.random.normal(0.0, 1.0, 2).clip(-2.0, 2.0).tolist()
                yield (
                    place,
                    bar.at(place, self.piece.swing) + late * _LOOSENESS,
                    _MARK_DB[mark] + touch * _TOUCH_DB,
                )


def played(piece: Piece) -> Iterator[Note]:
    """All notes of the piece's layers, in no particular order."""
    for place, layer in enumerate(piece.mood.layers):
        if piece.bend.tension < layer.tension:
            continue
        random = piece.generator(2, place)
        instrument = layer.instruments[random.integers(len(layer.instruments))]
        pattern = layer.patterns[random.integers(len(layer.patterns))]
        bars = [bar for bar in piece.bars if layer.enters <= bar.intensity < layer.leaves]
        yield from PLAYERS[layer.part](Player(layer, piece, instrument, pattern, random), bars)


def _pad(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """Chords that change with the bars, each voice moving to the nearest tone of the next."""
    low, high = player.layer.register
    before: tuple[int, ...] = ()
    for bar in bars:
        before = voiced(bar.chord.tones, before, low=low, high=high)
        yield player.note(bar, start=bar.start, pitches=before, seconds=bar.seconds)


def _bass(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """The root on the pattern's marks, an octave up on soft ones, each held until shortly before the next."""
    low, high = player.layer.register
    ends = _gaps(player.pattern)
    for bar in bars:
        root = nearest(low + 5, (bar.chord.root,), low=low, high=high)
        for place, start, level in player.hits(bar):
            above = root + 12 if player.pattern[place] == "o" and root + 12 <= high else root
            seconds = 0.92 * bar.seconds * ends[place] / STEPS
            yield player.note(
                bar, start=start, pitches=(above,), seconds=min(seconds, player.layer.seconds), level_db=level
            )


def _arpeggio(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """Chord tones one after the other; a loud mark starts the figure again."""
    order = _ORDERS[player.random.integers(len(_ORDERS))]
    for bar in bars:
        ladder = _ladder(bar.chord.tones, player.layer.register)
        turn = 0
        for place, start, level in player.hits(bar):
            turn = 0 if player.pattern[place] == "X" else turn
            pitch = ladder[order[turn % len(order)] % len(ladder)]
            turn += 1
            yield player.note(
                bar, start=start, pitches=(pitch,), seconds=player.layer.seconds, level_db=level
            )


def _melody(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """Phrases of four bars: a figure, the figure again, an answer, the figure; loud marks are chord tones."""
    low, high = player.layer.register
    figures = [player.random.choice(_TURNS, STEPS).tolist() for _ in range(2)]
    rhythms = [player.pattern, player.layer.patterns[player.random.integers(len(player.layer.patterns))]]
    for bar in bars:
        answer = int(bar.index % _PHRASE == 2)  # noqa: PLR2004 - the third bar of four
        degree, pitch = 0, nearest((low + high) / 2.0, bar.chord.tones, low=low, high=high)
        for place, start, level in Player(
            player.layer, player.piece, player.instrument, rhythms[answer], player.random
        ).hits(bar):
            degree += figures[answer][place]
            if rhythms[answer][place] == "X":
                pitch = nearest(pitch + degree, bar.chord.tones, low=low, high=high)
                degree = 0
            tones = (
                (pitch,) if degree == 0 else (_in_scale(player.piece, pitch, degree, player.layer.register),)
            )
            yield player.note(bar, start=start, pitches=tones, seconds=player.layer.seconds, level_db=level)


def _drums(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """The pattern, played by its instruments in turn (tick, tock); skins are tuned to the tonic."""
    turns = itertools.cycle(player.layer.instruments)
    for bar in bars:
        for _, start, level in player.hits(bar):
            kit = Player(player.layer, player.piece, next(turns), player.pattern, player.random)
            yield kit.note(
                bar, start=start, pitches=(player.piece.tonic,), seconds=player.layer.seconds, level_db=level
            )


def _bed(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """One long sound over every stretch of consecutive bars, in overlapping pieces."""
    for first, last in _stretches(bars):
        end, start = last.start + last.seconds, first.start
        while end - start >= _SHORTEST_BED:
            seconds = min(_BED_SECONDS, end - start)
            yield player.note(first, start=start, pitches=(player.piece.tonic - 12,), seconds=seconds)
            start += seconds


def _pedal(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """The tonic, held low under changing chords."""
    low, high = player.layer.register
    pitch = nearest(low + 5, (player.piece.tonic,), low=low, high=high)
    for place in range(0, len(bars), _PEDAL_BARS):
        group = bars[place : place + _PEDAL_BARS]
        yield player.note(
            group[0], start=group[0].start, pitches=(pitch,), seconds=sum(bar.seconds for bar in group)
        )


def _stab(player: Player, bars: Sequence[Bar]) -> Iterator[Note]:
    """The whole chord, struck on the pattern's marks."""
    low, high = player.layer.register
    before: tuple[int, ...] = ()
    for bar in bars:
        before = voiced(bar.chord.tones, before, low=low, high=high)
        for _, start, level in player.hits(bar):
            yield player.note(bar, start=start, pitches=before, seconds=player.layer.seconds, level_db=level)


PLAYERS: Final[dict[str, Callable[[Player, Sequence[Bar]], Iterator[Note]]]] = {
    "pad": _pad,
    "bass": _bass,
    "arpeggio": _arpeggio,
    "melody": _melody,
    "drums": _drums,
    "bed": _bed,
    "pedal": _pedal,
    "stab": _stab,
}


def _gaps(pattern: str) -> dict[int, int]:
    """Steps from each mark to the next or the bar's end."""
    marks = [place for place, mark in enumerate(pattern) if mark in _MARK_DB]
    return {place: after - place for place, after in itertools.pairwise([*marks, STEPS])}


def _ladder(tones: Sequence[int], register: tuple[int, int]) -> list[int]:
    classes = {tone % 12 for tone in tones}
    return [pitch for pitch in range(register[0], register[1] + 1) if pitch % 12 in classes]


def _in_scale(piece: Piece, pitch: int, degree: int, register: tuple[int, int]) -> int:
    """`degree` scale steps from the scale tone nearest to `pitch`, moved by octaves into the register."""
    span = range(-21, 42)
    home = min(span, key=lambda at: abs(step(piece.tonic, piece.scale, at) - pitch))
    moved = step(piece.tonic, piece.scale, home + degree)
    while moved > register[1]:
        moved -= 12
    while moved < register[0]:
        moved += 12
    return moved


def _stretches(bars: Sequence[Bar]) -> Iterator[tuple[Bar, Bar]]:
    """First and last bar of every run of consecutive bars."""
    for _, run in itertools.groupby(enumerate(bars), key=lambda pair: pair[1].index - pair[0]):
        group = [bar for _, bar in run]
        yield group[0], group[-1]
