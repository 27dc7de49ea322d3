"""Entry point of the sound stage: turns narration and timings into the mastered mix."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

from renderer.audio.mixing.balance import course, course_of
from renderer.audio.mixing.effects import place_effects
from renderer.audio.mixing.levels import EFFECTS_DB, constant, levels_of
from renderer.audio.mixing.master import Analysis, mastered
from renderer.audio.mixing.mix_result import MixResult
from renderer.audio.mixing.mixdown import Stem, mix_down
from renderer.audio.music.brief import Composer, MusicBrief
from renderer.audio.music.mood_files import mood_of
from renderer.audio.signal.blas_threads import single_threaded
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.mix import GainCurve, SoundCue
from renderer.core.timecode import TimeRange


@single_threaded
def mix_sound(
    narration: Path,
    speech: Sequence[TimeRange],
    *,
    pack: StylePack,
    mode: VideoMode,
    seed: int,
    duration: Fraction,
    accents: Sequence[Fraction] = (),
    cues: Sequence[SoundCue] = (),
    scratch: Path,
    composing: Composer,
) -> MixResult:
    """Compose, place, duck, mix and master the sound of one video.

    Args:
        narration: The voice stem, a mono float WAV at 48 kHz; it plays from 0.
        speech: When the narrator speaks (`core.ducking.speech_runs(words)`); in any order.
        pack: Chooses the mood of the music.
        mode: Bends that mood.
        seed: Chooses the variation; >= 0.
        duration: Length of the mix in seconds, > 0. About 1.5 s after the last word let the last chord ring.
        accents: Scene starts in seconds; the music changes near them.
        cues: Effects on transitions and counters (`effects.transition_cues` makes them).
        scratch: An existing folder; stems and the mix are written there and may be moved away.
        composing: Makes the music: `perform.compose`, or a composer of suites.

    Raises:
        ClipwrightError: `artifact_corrupt`, `asset_invalid`, `asset_missing`, `disk_full`,
            `output_unwritable`.
    """
    last_word = max((span.end for span in speech), default=duration)
    brief = MusicBrief(
        mood=pack, mode=mode, seed=seed, duration=duration, last_word_end=last_word, accents=tuple(accents)
    )
    music, effects = scratch / "music.wav", scratch / "effects.wav"
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside") as aside:
        speaking = aside.submit(course, narration)
        sounding = aside.submit(place_effects, cues, effects, duration)
        bed = course_of(composing(brief, music))
        voice, _ = speaking.result(), sounding.result()
    levels = levels_of(voice, bed, speech, last_word=last_word)
    stems = _stems(narration, music, effects, voice_db=levels.voice_db, bed=levels.bed)
    mixed, finished = scratch / "mixed.wav", scratch / "mix.wav"
    analysis = Analysis(channels=2)
    mix_down(stems, mixed, duration, hear=analysis.feed)
    found = mastered(mixed, finished, analysis.rows())
    mixed.unlink()
    return MixResult(
        path=finished,
        duration=duration,
        stems=stems,
        loudness_lufs=found.loudness_lufs,
        true_peak_dbtp=found.true_peak_dbtp,
        lift_db=found.lift_db,
        limited_db=found.limited_db,
        policy=levels.policy,
        credits=credits_of(pack),
    )


def _stems(
    narration: Path, music: Path, effects: Path, *, voice_db: float, bed: GainCurve
) -> tuple[Stem, ...]:
    return (
        Stem(name="narration", path=narration, gain=constant(voice_db)),
        Stem(name="music", path=music, gain=bed),
        Stem(name="effects", path=effects, gain=constant(EFFECTS_DB)),
    )


def credits_of(pack: StylePack) -> tuple[str, ...]:
    """Credits for the sound."""
    return (f'Music: "{mood_of(pack).title}", composed in code by Clipwright',)
