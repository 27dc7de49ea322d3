"""The stem of a film's sentences, written while they are spoken.

Sentences that an earlier stage has spoken are copied, and those that an earlier run has passed through the
voice's chain are read (sounded_lines.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from fractions import Fraction
from typing import Final, NamedTuple, Protocol, Self

from pipelines.film.sounded_lines import SoundedLines, sound_key
from pipelines.film.spoken_before import SpokenBefore
from pipelines.seeds import order_seed
from renderer.audio.mixing.voice_chain import faded, process_voice, resample
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.backends.speech.base import Samples, Speech, TokenSpan
from renderer.backends.speech.choice import HeardLine
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import Line
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at, sample_time
from renderer.core.words import TakeLine, TakeToken, moved
from renderer.manuscript.document import Sentence
from renderer.media.tempo import at_tempo
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import StageContext
from renderer.voices.profiles import load_voice

FADE_IN: Final = Fraction(5, 1000)
FADE_OUT: Final = Fraction(10, 1000)


class Foresight(Protocol):
    """Looks ahead while lines are spoken."""

    def heard(self, line: TakeLine, *, fresh: bool) -> None:
        """Take the next line of the recording, `fresh` if no earlier one has it; returns quickly."""
        ...


class NoForesight:
    """Does not look ahead: everything waits until all lines are spoken."""

    def heard(self, line: TakeLine, *, fresh: bool) -> None:
        """Do nothing."""


class _Sound(NamedTuple):
    """A line after the voice's chain, identified by `key`; `fresh` if it was computed now."""

    key: str
    samples: Samples
    fresh: bool


class Recorder:
    """Writes the stem as lines come; each passes through the voice's chain while the next one is spoken."""

    def __init__(
        self,
        context: StageContext[LongFormOrder],
        sentences: Sequence[Sentence],
        before: SpokenBefore,
        *,
        rate: float,
        foresee: Callable[[], Foresight],
    ) -> None:
        self._context, self._sentences, self._before = context, tuple(sentences), before
        self._rate, self._foresee = rate, foresee
        self._opened, self._writing = ExitStack(), ExitStack()
        self._coming: deque[tuple[HeardLine, Future[_Sound]]] = deque()
        self.stem = context.scratch / "recording.wav"
        self.position, self.taken = 0, list[TakeLine]()
        self.said: dict[str, tuple[str, ...]] = {}
        self._known = SoundedLines(KeptParts(context.store), name=self._name())
        self._places: dict[str, tuple[int, int]] = {}

    def _name(self) -> object:
        """What recordings that share their lines have in common: film, voice, rate and stage."""
        order = self._context.order
        settings = order.settings
        before = [bool(self._before.lines), bool(self._before.said)]
        return [order_seed(order), settings.voice, settings.language, self._rate, *before]

    def __enter__(self) -> Self:
        self._worker = self._opened.enter_context(ThreadPoolExecutor(1, thread_name_prefix="voice-chain"))
        self._opened.enter_context(self._known)
        if self._before.lines:
            self._old = self._opened.enter_context(WavReader(self._context.path(self._before.audio)))
        return self

    def __exit__(self, *error: object) -> None:
        self._writing.close()
        self._opened.close()

    def _begin(self) -> None:
        """Start the stem again, for the engine that speaks now."""
        self._writing.close()
        self._out = self._writing.enter_context(WavWriter(self.stem, channels=1))
        self.position, self.taken = 0, []
        self.said.clear()
        self._places.clear()
        self._coming.clear()
        self._ahead = self._foresee()

    def hear(self, one: HeardLine) -> None:
        """Take the next line that is spoken; the first line of another engine starts the stem again."""
        self._context.check_cancelled()
        if one.number == 1:
            self._begin()
        self._coming.append((one, self._worker.submit(self._sounded, one)))
        if len(self._coming) > 1:
            self._write(*self._coming.popleft())

    def finish(self) -> None:
        """Write what is still to come, and close the stem."""
        if not self._coming:  # nothing had to be spoken
            self._begin()
        while self._coming:
            self._write(*self._coming.popleft())
        self._copy_known()
        self._writing.close()

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on the lines, in the order of the lines, each once."""
        return tuple(dict.fromkeys(note for notes in self.said.values() for note in notes))

    @property
    def lines(self) -> dict[str, TakeLine]:
        """The lines of the stem by the text of their sentence."""
        return {sentence.text: line for sentence, line in zip(self._sentences, self.taken, strict=True)}

    def kept(self) -> str:
        """Keep the finished stem, note where its lines are, and return its digest."""
        stem = self._context.keep(self.stem)
        self._known.note(stem, self._places)
        return stem

    def _sounded(self, one: HeardLine) -> _Sound:
        settings, speech = self._context.order.settings, one.speech
        profile = load_voice(settings.voice).chain(one.engine.engine_for(settings.language))
        key = sound_key(speech, profile, rate=self._rate)
        known = self._known.of(key)
        if known is not None:
            return _Sound(key, known, fresh=False)
        slowed = at_tempo(resample(speech.samples, speech.rate), rate=AUDIO_RATE, tempo=self._rate)
        return _Sound(key, faded(process_voice(slowed, profile), FADE_IN, FADE_OUT), fresh=True)

    def _write(self, one: HeardLine, sounding: Future[_Sound]) -> None:
        self._copy_known()
        key, samples, fresh = sounding.result()
        self.said[self._sentences[len(self.taken)].text] = one.speech.notes
        self._places[key] = (self.position, len(samples))
        line = _placed(one.line, samples, one.speech, start=self.position, rate=self._rate)
        self._append(line, samples, fresh=fresh)

    def _copy_known(self) -> None:
        """Copy the sentences that come next, as long as they were spoken before."""
        while len(self.taken) < len(self._sentences):
            sentence = self._sentences[len(self.taken)]
            known = self._before.lines.get(sentence.text)
            if known is None:
                return
            self.said[sentence.text] = self._before.said.get(sentence.text, ())
            there = moved(known, line=sentence.id, to=sample_time(self.position))
            self._append(there, _copied(known, self._old), fresh=False)

    def _append(self, line: TakeLine, samples: Samples, *, fresh: bool) -> None:
        self._out.write(samples)
        self.position += len(samples)
        self.taken.append(line)
        done, total = len(self.taken), len(self._sentences)
        self._context.advance(done / total, f"line {done} of {total}")
        self._ahead.heard(line, fresh=fresh)


def _copied(known: TakeLine, old: WavReader) -> Samples:
    first = sample_at(known.span.start)
    samples: Samples = old.read(first, sample_at(known.span.end) - first)[0]
    return samples


def _placed(line: Line, samples: Samples, speech: Speech, *, start: int, rate: float) -> TakeLine:
    """The line on the recording's clock; the engine's token times are converted to it."""
    span = TimeRange(sample_time(start), sample_time(start + len(samples)))
    tokens = tuple(
        TakeToken(
            token=token.token,
            span=_inside(span, token, hertz=round(speech.rate * rate)),
            confidence=token.confidence,
        )
        for token in speech.spans
    )
    return TakeLine(line=line.id, span=span, tokens=tokens)


def _inside(line: TimeRange, span: TokenSpan, *, hertz: int) -> TimeRange:
    """A token's time, clipped to its line: rounding to samples of 48 kHz could let it end later."""
    start, end = (line.start + sample_time(edge, hertz) for edge in (span.start, span.end))
    return TimeRange(min(start, line.end), min(end, line.end))
