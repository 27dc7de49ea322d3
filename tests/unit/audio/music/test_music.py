from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.audio.instruments.registry import INSTRUMENTS
from renderer.audio.mixing.balance import course, course_of
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.harmony import SCALES
from renderer.audio.music.mood_files import bend_of, mood_of
from renderer.audio.music.note_cache import Tables
from renderer.audio.music.perform import MUSIC_LUFS, compose
from renderer.audio.music.piece import Note, Piece, planned
from renderer.audio.music.players import played
from renderer.audio.music.transitions import joints
from renderer.audio.signal.filters import filtered, low_pass
from renderer.audio.signal.loudness import loudness
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import read_wav
from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.timecode import AUDIO_RATE
from tests.support.sound import band_level, correlation, level_db

END = Fraction(37, 2)
BRIEF = MusicBrief(
    mood=StylePack.DOCUMENTARY,
    mode=VideoMode.DARK_HISTORY,
    seed=1,
    duration=Fraction(20),
    last_word_end=END,
    accents=(Fraction(4), Fraction(9), Fraction(14)),
)


@pytest.fixture(scope="module")
def music(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[StylePack, int], Samples]:
    """Every mood in two variations."""
    folder = tmp_path_factory.mktemp("music")
    sounds = {}
    for pack in StylePack:
        for seed in (1, 2):
            compose(replace(BRIEF, mood=pack, seed=seed), folder / "a.wav")
            sounds[pack, seed] = read_wav(folder / "a.wav")
    return sounds


def _piece(pack: StylePack, mode: VideoMode, seed: int) -> Piece:
    return planned(mood_of(pack), bend_of(mode), seed=seed, end=Fraction(60), accents=())


def test_every_piece_is_clean_and_equally_loud(music: dict[tuple[StylePack, int], Samples]) -> None:
    for sound in music.values():
        assert sound.shape == (2, 20 * AUDIO_RATE)
        assert loudness(sound) == pytest.approx(MUSIC_LUFS, abs=0.3)
        assert np.abs(sound).max() < 1.0
        assert np.abs(sound.mean(axis=1)).max() < 1e-4
        crest = 20 * np.log10(np.abs(sound).max()) - level_db(sound)
        assert 9.0 < crest < 22.0
        assert np.abs(sound[:, -1]).max() < 1e-4
        assert np.abs(sound[:, 0]).max() < 1e-3


def test_lows_are_in_the_middle_and_highs_are_wide(music: dict[tuple[StylePack, int], Samples]) -> None:
    for sound in music.values():
        lows = filtered(sound, low_pass(120.0), low_pass(120.0))
        assert correlation(lows) > 0.5
        side = np.stack([sound[0] - sound[1]] * 2)
        assert band_level(side, 400, 6000) > band_level(sound, 400, 6000) - 20.0


def test_variations_of_a_mood_differ(music: dict[tuple[StylePack, int], Samples]) -> None:
    for pack in StylePack:
        pair = np.stack([music[pack, seed].mean(axis=0) for seed in (1, 2)])
        assert abs(correlation(pair)) < 0.3
        plans = {
            (found.tonic, round(found.grid.beat, 4), found.bars[-1].chord)
            for found in (_piece(pack, VideoMode.WEIRD_FACTS, seed) for seed in range(12))
        }
        assert len(plans) >= 6


def test_moods_have_their_own_colour(music: dict[tuple[StylePack, int], Samples]) -> None:
    def sparkle(pack: StylePack) -> float:
        shares = [
            band_level(music[pack, n], 2000, 16_000) - band_level(music[pack, n], 30, 400) for n in (1, 2)
        ]
        return float(np.mean(shares))

    assert sparkle(StylePack.CLEAN_EDUCATIONAL) > sparkle(StylePack.DARK_FINANCE) + 4.0


def test_modes_change_tempo_scale_and_brightness(tmp_path: Path) -> None:
    pieces = {mode: _piece(StylePack.DRAMATIC_EXPLAINER, mode, 3) for mode in VideoMode}
    assert pieces[VideoMode.DARK_HISTORY].grid.beat > pieces[VideoMode.MOTIVATIONAL].grid.beat * 1.08
    assert pieces[VideoMode.DARK_HISTORY].scale != pieces[VideoMode.MOTIVATIONAL].scale
    shares = []
    for mode in (VideoMode.DARK_HISTORY, VideoMode.MOTIVATIONAL):
        compose(replace(BRIEF, mode=mode), tmp_path / "a.wav")
        sound = read_wav(tmp_path / "a.wav")
        shares.append(band_level(sound, 1000, 16_000) - band_level(sound, 30, 400))
    assert shares[1] > shares[0] + 1.2


def test_tension_brings_in_more_players() -> None:
    calm = {note.instrument for note in played(_piece(StylePack.DOCUMENTARY, VideoMode.MOTIVATIONAL, 4))}
    tense = {note.instrument for note in played(_piece(StylePack.DOCUMENTARY, VideoMode.FINANCE_WARNING, 4))}
    assert "drone" in tense - calm


@pytest.mark.parametrize("pack", StylePack)
def test_every_pitch_belongs_to_the_key(pack: StylePack) -> None:
    for mode in VideoMode:
        piece = _piece(pack, mode, 5)
        classes = {(piece.tonic + tone) % 12 for tone in SCALES[piece.scale]}
        notes = [*played(piece), *joints(piece)]
        assert len(notes) > 100
        assert {pitch % 12 for note in notes for pitch in note.pitches} <= classes


def test_nothing_new_starts_after_the_last_word_but_the_last_chord() -> None:
    for pack in StylePack:
        piece = _piece(pack, VideoMode.WEIRD_FACTS, 2)
        late = [note for note in (*played(piece), *joints(piece)) if note.start > 60.0 - 0.02]
        assert {note.start for note in late} == {60.0}
        assert len(late) >= 3


@pytest.mark.parametrize("pack", StylePack)
def test_the_last_chord_lands_on_the_last_word_and_rings(
    music: dict[tuple[StylePack, int], Samples], pack: StylePack
) -> None:
    at = round(float(END) * AUDIO_RATE)
    for seed in (1, 2):
        sound = music[pack, seed]
        before = level_db(sound[:, at - AUDIO_RATE // 2 : at])
        after = level_db(sound[:, at : at + AUDIO_RATE // 2])
        ring = level_db(sound[:, at + AUDIO_RATE // 2 : at + AUDIO_RATE])
        assert after > before - 6.0
        assert before - 25.0 < ring < after + 3.0


def test_the_intro_is_quieter_than_the_lift(music: dict[tuple[StylePack, int], Samples]) -> None:
    for sound in music.values():
        assert (
            loudness(sound[:, : 2 * AUDIO_RATE]) < loudness(sound[:, 14 * AUDIO_RATE : 18 * AUDIO_RATE]) - 1.0
        )


def test_what_was_written_is_known_without_reading_it(tmp_path: Path) -> None:
    told = course_of(compose(BRIEF, tmp_path / "a.wav"))
    found = course(tmp_path / "a.wav")
    assert told.lufs == pytest.approx(found.lufs, abs=1e-3)
    assert np.allclose(told.hops, found.hops, rtol=1e-4, atol=1e-12)


def test_the_same_brief_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.wav", "b.wav"):
        compose(BRIEF, tmp_path / name)
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.wav", "b.wav"]


@pytest.mark.parametrize("seconds", [Fraction(0), Fraction(1, 10), Fraction(1), Fraction(3), Fraction(7, 2)])
def test_very_short_pieces_are_still_music(tmp_path: Path, seconds: Fraction) -> None:
    compose(replace(BRIEF, duration=seconds, last_word_end=seconds * 2 / 3), tmp_path / "a.wav")
    sound = read_wav(tmp_path / "a.wav")
    assert sound.shape[1] == round(seconds * AUDIO_RATE)
    assert np.isfinite(sound).all()
    assert seconds < 1 or loudness(sound) == pytest.approx(MUSIC_LUFS, abs=0.5)


def test_a_last_word_outside_the_piece_is_brought_inside(tmp_path: Path) -> None:
    for moment in (Fraction(0), Fraction(99)):
        compose(replace(BRIEF, duration=Fraction(4), last_word_end=moment), tmp_path / "a.wav")
        assert level_db(read_wav(tmp_path / "a.wav")) > -50.0


def test_a_bed_never_ends_in_a_piece_that_rounds_to_nothing() -> None:
    """Whole pieces of a bed may fill a stretch except for a rounding error, which must not become a note."""
    notes = (
        note
        for pack in StylePack
        for mode in VideoMode
        for end in range(20, 60, 4)
        for note in played(
            planned(mood_of(pack), bend_of(mode), seed=end, end=Fraction(end) + Fraction(1, 3), accents=())
        )
    )
    assert min(note.seconds for note in notes) >= 0.01


@pytest.mark.parametrize("instrument", sorted(INSTRUMENTS))
def test_an_instrument_plays_a_note_of_no_length(instrument: str) -> None:
    note = Note(
        start=0.0,
        instrument=instrument,
        pitches=(48,),
        seconds=1e-9,
        brightness=0.0,
        level_db=0.0,
        send_db=-12.0,
    )
    sound = Tables(limit=1_000_000).of(note)
    assert sound.shape[0] == 2
    assert np.isfinite(sound).all()
