"""A film's sound mixed in parts: as loud as promised, without seams; an edit remakes only what changed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pipelines.film.mixing import FilmSound, FilmStems, PartKeeper, mixed_in_parts
from renderer.audio.mixing.placed import PlacedSound
from renderer.audio.mixing.placed_effects import placed_effects
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import read_wav, write_wav
from renderer.core.mix import STEP, STEP_SECONDS, Effect, SoundCue, sound_parts
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at
from tests.media.making import kept_parts
from tests.support.sound import ebur128, speechlike

SECONDS = 130
"""Long enough for ten parts."""
RUNS = tuple(TimeRange(Fraction(start), Fraction(start) + 6) for start in range(1, SECONDS - 8, 8))
CUES = (
    SoundCue(effect=Effect.WHOOSH, moment=Fraction(254, 10)),
    SoundCue(effect=Effect.IMPACT, moment=Fraction(60)),
)


@dataclass
class Maker:
    """Mixes within one workspace and counts what was mixed there."""

    folder: Path
    checks: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.parts = kept_parts(self.folder)

    def __call__(
        self,
        voice: Samples,
        *,
        runs: tuple[TimeRange, ...] = RUNS,
        cues: tuple[SoundCue, ...] = CUES,
        music: tuple[PlacedSound, ...] | None = None,
        seconds: Fraction = Fraction(SECONDS),
        sections: tuple[int, ...] = (),
        version: int = 1,
    ) -> FilmSound:
        write_wav(self.folder / "voice.wav", voice)
        stems = FilmStems(voice=self.folder / "voice.wav", music=music or MUSIC, effects=placed_effects(cues))
        keeper = PartKeeper(parts=self.parts, version=version, scratch=self.folder, check=self._check)
        return mixed_in_parts(
            stems, runs, duration=seconds, last_word=runs[-1].end, sections=sections, keeper=keeper
        )

    def _check(self) -> None:
        self.checks += 1


def _read(sound: Samples, start: int, count: int) -> Samples:
    return sound[:, start : start + count]


def _music(key: int, *, start: int, seconds: int) -> PlacedSound:
    frames = seconds * AUDIO_RATE
    noise = np.random.default_rng(key).normal(0, 0.05, (2, frames)).astype(np.float32)
    return PlacedSound(key=str(key), start=start * AUDIO_RATE, frames=frames, read=partial(_read, noise))


MUSIC = (_music(1, start=0, seconds=72), _music(2, start=70, seconds=SECONDS - 70))


def spoken(*, edited: bool = False) -> Samples:
    """The voice; the edited word at 90 s sounds different and has the same length."""
    sound = speechlike(RUNS, Fraction(SECONDS)).copy()
    if edited:
        word = slice(90 * AUDIO_RATE, 90 * AUDIO_RATE + 20_000)
        sound[..., word] = sound[..., word][..., ::-1] * np.float32(0.9)
    return sound


def bytes_of(sound: FilmSound) -> list[bytes]:
    return [path.read_bytes() for path in sound.parts]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Maker, FilmSound]:
    maker = Maker(tmp_path_factory.mktemp("mixing") / "film")
    return maker, maker(spoken())


def test_the_parts_together_are_as_loud_as_promised_and_meet_without_a_seam(
    mixed: tuple[Maker, FilmSound],
) -> None:
    cut, heard = sound_parts(sample_at(Fraction(SECONDS))), [read_wav(path) for path in mixed[1].parts]
    own = [sound[:, part.before : part.before + part.own] for part, sound in zip(cut, heard, strict=True)]
    whole = np.concatenate(own, axis=1)
    assert whole.shape == (2, SECONDS * AUDIO_RATE)
    found = ebur128(whole)
    assert found.lufs == pytest.approx(-14.0, abs=0.3)
    assert found.true_peak_dbtp <= -1.9
    assert mixed[1].loudness_lufs == pytest.approx(found.lufs, abs=0.1)
    assert mixed[1].true_peak_dbtp == pytest.approx(found.true_peak_dbtp, abs=0.1)
    for (one, sound), (other, following) in pairwise(zip(cut, heard, strict=True)):
        around = slice(other.first, one.last)
        ends = sound[:, around.start - one.first : around.stop - one.first]
        begins = following[:, around.start - other.first : around.stop - other.first]
        assert np.abs(ends - begins).max() < 1e-3, "what lies around a part is what its neighbour has"


def test_a_changed_word_is_mixed_alone_and_all_bytes_are_as_made_afresh(
    mixed: tuple[Maker, FilmSound], tmp_path: Path
) -> None:
    maker, before = mixed
    maker.checks = 0
    found = maker(spoken(edited=True))
    afresh = Maker(tmp_path / "fresh")(spoken(edited=True))
    assert bytes_of(found) == bytes_of(afresh)
    assert replace(found, parts=()) == replace(afresh, parts=())
    same = [one == other for one, other in zip(bytes_of(before), bytes_of(found), strict=True)]
    assert same == [True] * 7 + [False] + [True] * 2
    assert bytes_of(maker(spoken())) == bytes_of(before)


def test_an_effect_more_is_heard_in_its_parts_alone(mixed: tuple[Maker, FilmSound], tmp_path: Path) -> None:
    maker, before = mixed
    cues = (*CUES, SoundCue(effect=Effect.POP, moment=Fraction(110)))
    found = maker(spoken(), cues=cues)
    assert bytes_of(found) == bytes_of(Maker(tmp_path / "fresh")(spoken(), cues=cues))
    same = [one == other for one, other in zip(bytes_of(before), bytes_of(found), strict=True)]
    assert same == [True] * 8 + [False, True]


def test_what_moves_by_a_step_is_found_behind_the_next_chapter(
    mixed: tuple[Maker, FilmSound], tmp_path: Path
) -> None:
    """A silence at 32 s grows by one step, and the second piece of music moves with it."""
    maker, chapter, word = mixed[0], 42 * STEP, 32 * AUDIO_RATE
    first, second = _music(1, start=0, seconds=66), MUSIC[1]
    before = maker(spoken(), sections=(chapter,), music=(first, second))
    voice = spoken()
    longer = np.concatenate([voice[..., :word], np.zeros_like(voice[..., :STEP]), voice[..., word:]], axis=-1)
    later = tuple(run.shifted(STEP_SECONDS) if run.start > 32 else run for run in RUNS)
    cues = tuple(replace(cue, moment=cue.moment + STEP_SECONDS * (cue.moment > 32)) for cue in CUES)
    changed: dict[str, Any] = {
        "runs": later,
        "cues": cues,
        "music": (first, replace(second, start=second.start + STEP)),
        "seconds": SECONDS + STEP_SECONDS,
        "sections": (chapter + STEP,),
    }
    found = maker(longer, **changed)
    assert bytes_of(found) == bytes_of(Maker(tmp_path / "fresh")(longer, **changed))
    same = [one == other for one, other in zip(bytes_of(before), bytes_of(found), strict=True)]
    behind = [part.start > chapter for part in sound_parts(sample_at(Fraction(SECONDS)), (chapter,))]
    assert sum(behind) == 4
    assert all(one for one, is_behind in zip(same, behind, strict=True) if is_behind)
    assert not all(same)


def test_a_damaged_part_is_made_again(mixed: tuple[Maker, FilmSound]) -> None:
    maker, before = mixed
    whole = bytes_of(before)
    before.parts[2].write_bytes(b"RIFF")
    assert bytes_of(maker(spoken())) == whole
