"""The sound of a remixed video: its original, ducked or without its speech, under a voiceover."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

from msgspec import Struct

from renderer.audio.mixing.balance import VOICE_LUFS, course, lift_to
from renderer.audio.mixing.kept_background import write_kept_background
from renderer.audio.mixing.master import TARGET_LUFS, Analysis, mastered
from renderer.audio.mixing.mixdown import Stem, mix_down
from renderer.audio.mixing.room_tone import room_spectrum, write_room_tone
from renderer.audio.mixing.under_voice import ducked, lower_of, without_speech
from renderer.audio.signal.blas_threads import single_threaded
from renderer.audio.signal.samples import SILENCE_DB, Samples, decibels
from renderer.core.mix import GainCurve, GainPoint
from renderer.core.timecode import ZERO, TimeRange, sample_at

QUIETEST_LUFS, LOUDEST_LUFS = -36.0, -12.0
"""Range of loudness in which the voiceover matches the original; beyond it, it takes the nearer limit."""


class RemixBrief(Struct, frozen=True, kw_only=True):
    """What to mix.

    `original` is a stereo WAV and `voice` a mono one, both at 48 kHz from second 0, or None to leave it out;
    their gains are linear. `speech` is when somebody speaks in the original, `words` when the voiceover does.
    `mode` "replace" removes the original's speech, "mix" keeps it; `depth_db` (>= 0) is how far the original
    is lowered under the voiceover's words. `background` is the original without its voices, where they could
    be separated: it is kept where "replace" removes the speech.
    """

    duration: Fraction
    original: Path | None
    original_gain: float
    speech: Sequence[TimeRange]
    voice: Path | None
    voice_gain: float
    words: Sequence[TimeRange]
    mode: Literal["mix", "replace"]
    depth_db: float
    background: Path | None = None


class RemixSound(Struct, frozen=True, kw_only=True):
    """The mastered mix on disk, a stereo WAV, with the stems that went in and levels measured on it."""

    path: Path
    stems: tuple[Stem, ...]
    loudness_lufs: float
    true_peak_dbtp: float
    lift_db: float
    limited_db: float


def _go_on() -> None:
    """Default check, which never stops the mix."""


@single_threaded
def mix_remix(brief: RemixBrief, scratch: Path, *, check: Callable[[], None] = _go_on) -> RemixSound:
    """Prepare, duck, sum and master in the folder `scratch`; `check` is called on the way and may raise.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    stems = tuple(_stems(brief, scratch))
    mixed, finished = scratch / "mixed.wav", scratch / "mix.wav"
    analysis = Analysis(channels=2)

    def hear(block: Samples) -> None:
        check()
        analysis.feed(block)

    mix_down(stems, mixed, brief.duration, hear=hear)
    check()
    found = mastered(mixed, finished, analysis.rows(), target_lufs=_target(brief))
    mixed.unlink()
    return RemixSound(
        path=finished,
        stems=stems,
        loudness_lufs=found.loudness_lufs,
        true_peak_dbtp=found.true_peak_dbtp,
        lift_db=found.lift_db,
        limited_db=found.limited_db,
    )


def _target(brief: RemixBrief) -> float:
    """The usual loudness, or less if everything that is heard was turned down: mastering keeps the gains."""
    given = ((brief.original, brief.original_gain), (brief.voice, brief.voice_gain))
    loudest = max((gain for path, gain in given if path is not None), default=1.0)
    return TARGET_LUFS + min(0.0, decibels(loudest))


def _stems(brief: RemixBrief, scratch: Path) -> Iterator[Stem]:
    level = SILENCE_DB
    if brief.original is not None and brief.original_gain > 0:
        level = course(brief.original).lufs
        yield from _originals(brief, brief.original, scratch)
    if brief.voice is not None and brief.voice_gain > 0:
        target = min(max(level, QUIETEST_LUFS), LOUDEST_LUFS) if level > SILENCE_DB else VOICE_LUFS
        lift = lift_to(target, course(brief.voice).lufs)
        yield Stem(name="voiceover", path=brief.voice, gain=_constant(lift + decibels(brief.voice_gain)))


def _originals(brief: RemixBrief, original: Path, scratch: Path) -> Iterator[Stem]:
    gain_db = decibels(brief.original_gain)
    spoken = brief.words if brief.voice is not None and brief.voice_gain > 0 else ()
    under = ducked(spoken, brief.speech, depth_db=brief.depth_db)
    if brief.mode == "mix":
        yield Stem(name="original", path=original, gain=under.raised(gain_db))
        return
    taken = without_speech(brief.speech)
    yield Stem(name="original", path=original, gain=lower_of(taken, under).raised(gain_db))
    if brief.speech and brief.background is not None:
        kept = scratch / "kept_background.wav"
        write_kept_background(brief.background, taken, kept)
        yield Stem(name="background", path=kept, gain=under.raised(gain_db))
    elif brief.speech:
        tone = scratch / "room_tone.wav"
        spectrum = room_spectrum(original, brief.speech)
        write_room_tone(spectrum, taken, tone, frames=sample_at(brief.duration))
        yield Stem(name="room tone", path=tone, gain=under.raised(gain_db))


def _constant(gain_db: float) -> GainCurve:
    return GainCurve(points=(GainPoint(ZERO, gain_db),))
