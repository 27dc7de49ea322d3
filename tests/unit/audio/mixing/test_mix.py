from __future__ import annotations

import gc
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from renderer.audio.gallery import PANEL, music_sheet
from renderer.audio.mixing.balance import course
from renderer.audio.mixing.mix import mix_sound
from renderer.audio.mixing.mix_result import MixResult
from renderer.audio.mixing.mixdown import Stem, curve_samples, mix_down, stem_block
from renderer.audio.music import perform
from renderer.audio.music.perform import compose
from renderer.audio.signal.loudness import HOP, energies, integrated, k_weighting, loudness_of
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import WavReader, read_wav, write_wav
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.ducking import DuckingPolicy, duck
from renderer.core.mix import Effect, GainCurve, GainPoint, SoundCue
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at
from tests.support.sound import ebur128, level_db, speechlike, through_aac

DURATION = Fraction(45, 2)
RUNS = (
    TimeRange(Fraction(3, 10), Fraction(5)),
    TimeRange(Fraction(13, 2), Fraction(12)),
    TimeRange(Fraction(61, 5), Fraction(15)),  # 0.2 s after the one before, hardly a breath
    TimeRange(Fraction(17), Fraction(21)),
)


def _mix(folder: Path, pack: StylePack, *, voice_level: float = 1.0) -> MixResult:
    folder.mkdir(exist_ok=True)
    write_wav(folder / "voice.wav", speechlike(RUNS, DURATION) * np.float32(voice_level))
    return mix_sound(
        folder / "voice.wav",
        RUNS,
        pack=pack,
        mode=VideoMode.FINANCE_WARNING,
        seed=11,
        duration=DURATION,
        accents=(Fraction(0), Fraction(6), Fraction(16)),
        cues=(SoundCue(effect=Effect.WHOOSH, moment=Fraction(6)),),
        scratch=folder,
        composing=compose,
    )


@pytest.fixture(scope="module")
def mixes(tmp_path_factory: pytest.TempPathFactory) -> dict[StylePack, MixResult]:
    folder = tmp_path_factory.mktemp("mixes")
    return {pack: _mix(folder / pack.value, pack) for pack in StylePack}


def _heard(result: MixResult, name: str) -> Samples:
    """A stem as it is in the mix, before mastering."""
    stem = next(stem for stem in result.stems if stem.name == name)
    with WavReader(stem.path) as wav:
        return stem_block(stem, wav, 0, sample_at(DURATION))


def test_the_delivered_track_has_the_loudness_and_peak_that_platforms_want(
    mixes: dict[StylePack, MixResult], tmp_path: Path
) -> None:
    for pack, result in mixes.items():
        sound = read_wav(result.path)
        assert sound.shape == (2, sample_at(DURATION))
        heard = ebur128(through_aac(sound, tmp_path / f"{pack.value}.m4a"))
        assert heard.lufs == pytest.approx(-14.0, abs=0.5)
        assert heard.true_peak_dbtp <= -1.0
        assert result.loudness_lufs == pytest.approx(ebur128(sound).lufs, abs=0.1)
        assert result.limited_db > -8.0


def test_the_voice_stays_12_lu_above_the_music_in_every_run(mixes: dict[StylePack, MixResult]) -> None:
    for result in mixes.values():
        voice, bed = (energies(k_weighting(2)(_heard(result, name)), HOP) for name in ("narration", "music"))
        for run in RUNS:
            span = slice(int(run.start * 10), int(run.end * 10) + 1)
            ratio = loudness_of(float(voice[span].mean())) - loudness_of(float(bed[span].mean()))
            assert ratio >= 12.0


def test_music_is_ducked_in_speech_and_back_within_400_ms(mixes: dict[StylePack, MixResult]) -> None:
    """The gain is the mixed music stem over the composed one, in 10 ms windows."""
    for result in mixes.values():
        stem = next(stem for stem in result.stems if stem.name == "music")
        raw, heard = read_wav(stem.path), _heard(result, "music")

        def gain_at(moment: Fraction, raw: Samples = raw, heard: Samples = heard) -> float:
            part = slice(sample_at(moment), sample_at(moment) + 480)
            return level_db(heard[:, part]) - level_db(raw[:, part])

        rest, down = result.policy.rest_db, result.policy.duck_db
        assert rest - down >= 10.0
        assert gain_at(Fraction(27, 5)) == pytest.approx(rest, abs=0.2)
        assert gain_at(Fraction(77, 5)) == pytest.approx(rest, abs=0.2)
        assert gain_at(RUNS[1].start) == pytest.approx(down, abs=0.2)
        assert gain_at(RUNS[1].start - Fraction(1, 10)) < rest - 3.0
        for moment in (Fraction(3), Fraction(9), Fraction(14)):
            assert gain_at(moment) == pytest.approx(down, abs=0.1)


def test_the_ending_is_never_louder_than_the_voice(mixes: dict[StylePack, MixResult]) -> None:
    """Compares momentary loudness (400 ms) after the last word with that of the voice while it speaks."""
    for pack, result in mixes.items():
        hops = energies(k_weighting(2)(read_wav(result.path)), HOP)
        voice = loudness_of(float(hops[int(RUNS[-1].start * 10) : int(RUNS[-1].end * 10)].mean()))
        after = hops[int(RUNS[-1].end * 10) + 1 :]
        moments = [loudness_of(float(after[at : at + 4].mean())) for at in range(len(after) - 3)]
        assert max(moments) <= voice, pack
        assert max(moments) >= voice - 12.0, "the last chord is heard"


def test_the_bed_is_wide_and_safe_in_mono(mixes: dict[StylePack, MixResult]) -> None:
    for pack, result in mixes.items():
        stem = next(stem for stem in result.stems if stem.name == "music")
        left, right = read_wav(stem.path).astype(np.float64)
        assert np.corrcoef(left, right)[0, 1] <= 0.9, pack
        mono = level_db(((left + right) / 2).astype(np.float32)[None])
        assert mono >= level_db(np.stack([left, right]).astype(np.float32)) - 3.0, pack


def test_the_music_can_be_heard_where_nobody_speaks(mixes: dict[StylePack, MixResult]) -> None:
    for result in mixes.values():
        sound = read_wav(result.path)
        pause = sound[:, int(5.5 * AUDIO_RATE) : int(6.2 * AUDIO_RATE)]
        assert level_db(pause) > -32.0


def test_a_quiet_voice_ends_like_a_loud_one(mixes: dict[StylePack, MixResult], tmp_path: Path) -> None:
    loud = mixes[StylePack.DOCUMENTARY]
    soft = _mix(tmp_path / "soft", StylePack.DOCUMENTARY, voice_level=0.05)
    assert loud.loudness_lufs == pytest.approx(soft.loudness_lufs, abs=0.05)
    assert np.allclose(read_wav(loud.path), read_wav(soft.path), atol=2e-4)


def test_the_same_order_gives_the_same_bytes(mixes: dict[StylePack, MixResult], tmp_path: Path) -> None:
    again = _mix(tmp_path / "again", StylePack.DARK_FINANCE)
    assert again.path.read_bytes() == mixes[StylePack.DARK_FINANCE].path.read_bytes()


def test_no_speech_at_all_is_music_alone(tmp_path: Path) -> None:
    write_wav(tmp_path / "voice.wav", np.zeros(6 * AUDIO_RATE, np.float32))
    result = mix_sound(
        tmp_path / "voice.wav",
        (),
        pack=StylePack.CLEAN_EDUCATIONAL,
        mode=VideoMode.MOTIVATIONAL,
        seed=0,
        duration=Fraction(6),
        scratch=tmp_path,
        composing=compose,
    )
    assert result.loudness_lufs == pytest.approx(-14.0, abs=0.5)
    assert [stem.name for stem in result.stems] == ["narration", "music", "effects"]


def test_stems_are_placed_summed_and_spread_to_both_sides(tmp_path: Path) -> None:
    ones = np.ones(4800, np.float32)
    write_wav(tmp_path / "mono.wav", ones)
    write_wav(tmp_path / "stereo.wav", np.stack([ones, -ones]))
    half = GainCurve(points=(GainPoint(Fraction(0), 20 * np.log10(0.5)),))
    stems = [
        Stem(name="a", path=tmp_path / "mono.wav", offset=Fraction(1, 20)),
        Stem(name="b", path=tmp_path / "stereo.wav", gain=half),
    ]
    mix_down(stems, tmp_path / "mix.wav", Fraction(1, 5))
    sound = read_wav(tmp_path / "mix.wav")
    assert sound.shape == (2, 9600)
    assert np.allclose(sound[:, 1000], [0.5, -0.5])
    assert np.allclose(sound[:, 3000], [1.5, 0.5])
    assert np.allclose(sound[:, 5000], [1.0, 1.0])
    assert not sound[:, 7300:].any()


def test_a_gain_curve_is_followed_to_the_sample() -> None:
    curve = duck([TimeRange(Fraction(1), Fraction(2))], DuckingPolicy())
    gains = np.concatenate([curve_samples(curve, start, 12_345) for start in range(0, 12_345 * 12, 12_345)])
    for sample in (0, 38_400, 40_000, 47_999, 48_000, 90_000, 98_400, 100_000, 113_000, 140_000):
        assert 20 * np.log10(gains[sample]) == pytest.approx(curve.at(Fraction(sample, AUDIO_RATE)), abs=1e-3)


def test_a_stems_course_is_its_loudness(tmp_path: Path) -> None:
    talk = speechlike(RUNS, DURATION)
    write_wav(tmp_path / "mono.wav", talk)
    found = course(tmp_path / "mono.wav")
    assert found.lufs == pytest.approx(ebur128(np.stack([talk, talk])).lufs, abs=0.1)
    assert integrated(found.hops) == pytest.approx(found.lufs, abs=0.05)
    assert found.over(TimeRange(Fraction(51, 10), Fraction(6))) < -60.0


def _peak_memory(folder: Path, seconds: int) -> int:
    folder.mkdir()
    talk = speechlike([TimeRange(Fraction(0), Fraction(5))], Fraction(5))
    write_wav(folder / "voice.wav", talk)
    gc.collect()
    tracemalloc.start()
    mix_sound(
        folder / "voice.wav",
        [TimeRange(Fraction(0), Fraction(seconds - 2))],
        pack=StylePack.CLEAN_EDUCATIONAL,
        mode=VideoMode.CLEAN_EDUCATIONAL,
        seed=1,
        duration=Fraction(seconds),
        scratch=folder,
        composing=compose,
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_does_not_grow_with_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 46 MB more stereo samples per file the mix may keep an eighth, its note tables being full.

    How far threads run ahead of each other moves the peak by some 3 MB, whatever the length.
    """
    monkeypatch.setattr(perform, "_TABLE_BYTES", 8_000_000)
    short, long = _peak_memory(tmp_path / "short", 24), _peak_memory(tmp_path / "long", 144)
    assert long - short < 5_750_000


def test_the_gallery_shows_every_mood_and_variation(tmp_path: Path) -> None:
    import cv2  # noqa: PLC0415  # heavy, for this test only

    packs = (StylePack.DARK_FINANCE,)
    music_sheet(tmp_path / "sheet.png", packs=packs, seeds=(1, 2))
    sheet = cv2.imread(str(tmp_path / "sheet.png"))
    assert sheet is not None
    height, width = sheet.shape[:2]
    assert width > 2 * PANEL[0]
    assert height > len(packs) * PANEL[1]
    for row in range(len(packs)):
        top = 14 + row * (26 + PANEL[1] + 14) + 26
        left, right = (sheet[top : top + PANEL[1], x : x + PANEL[0]].astype(int) for x in (14, 28 + PANEL[0]))
        assert left.max() > 200
        assert np.abs(left - right).mean() > 5.0
