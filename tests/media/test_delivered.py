"""The sound encoded beside the pictures: its bytes, its peaks, and what happens when it is late or broken."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest

from renderer.errors import ClipwrightError
from renderer.media.encoding.audio_encode import PEAK_DBTP, Interleaver, encode_audio_beside
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.encode import encode_video
from renderer.media.encoding.encoder_memory import zeroed_memory
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.loudness import measure_loudness
from tests.media.making import FPS, HEIGHT, PROFILE, RATE, SHAPE, WIDTH, Numbered, tone, write_wav

BIT_RATE = 192_000


def loud_noise(seconds: float, *, peak: float) -> npt.NDArray[np.float32]:
    """Hard-limited noise, which makes AAC overshoot most."""
    random = np.random.default_rng(5)
    noise = np.clip(random.normal(0, 1, (int(seconds * RATE), 2)), -1, 1) * peak
    return noise.astype(np.float32)


def test_a_mix_that_aac_lifts_too_high_is_mastered_lower_until_it_keeps_the_promise(tmp_path: Path) -> None:
    loud = write_wav(tmp_path / "loud.wav", loud_noise(2, peak=0.95))
    asked: list[float] = []

    def quieter(wav: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
        assert wav == loud
        asked.append(lower_db)
        assert places
        return write_wav(
            tmp_path / f"{len(asked)}.wav", loud_noise(2, peak=0.95) * np.float32(10 ** (-lower_db / 20))
        )

    scratch = tmp_path / "sound.mp4"
    beside = encode_audio_beside(
        loud,
        duration=Fraction(2),
        bit_rate=BIT_RATE,
        scratch=scratch,
        remaster=quieter,
        listen=measure_loudness,
    )
    with beside as sound:
        heard = measure_loudness(sound.result())
    assert asked
    assert asked == sorted(asked)
    assert heard.true_peak_dbtp <= PEAK_DBTP
    assert not scratch.exists()


def test_without_a_way_to_master_it_again_the_sound_stays_as_it_is(tmp_path: Path) -> None:
    loud = write_wav(tmp_path / "loud.wav", loud_noise(1, peak=0.95))
    with encode_audio_beside(
        loud, duration=Fraction(1), bit_rate=BIT_RATE, scratch=tmp_path / "s.mp4", listen=measure_loudness
    ) as sound:
        assert measure_loudness(sound.result()).true_peak_dbtp > PEAK_DBTP


def test_late_sound_makes_the_same_bytes_as_early_sound(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "sound.wav", tone(1.5))
    digests = set()
    with encode_audio_beside(
        wav, duration=Fraction(3, 2), bit_rate=BIT_RATE, scratch=tmp_path / "s.mp4", listen=measure_loudness
    ) as ready:
        for late in (0, 20, 44):
            promised: Future[Path] = Future()
            into = tmp_path / f"{late}.mp4"
            with zeroed_memory(), mp4_output(into) as container:
                stream = add_video_stream(container, PROFILE, width=WIDTH, height=HEIGHT, fps=FPS)
                both = Interleaver(container, promised, bit_rate=BIT_RATE)
                container.start_encoding()
                for number in range(45):
                    if number == late:
                        promised.set_result(ready.result())
                    frame = av.VideoFrame.from_ndarray(
                        np.full((HEIGHT * 3 // 2, WIDTH), 90 + number, np.uint8), format="yuv420p"
                    )
                    frame.pts, frame.time_base = number, Fraction(1, FPS)
                    for packet in stream.encode(frame):
                        both.mux(packet)
                for packet in stream.encode(None):
                    both.mux(packet)
                both.finish()
            digests.add(hashlib.sha256(into.read_bytes()).hexdigest())
    assert len(digests) == 1


def test_sound_that_cannot_be_read_fails_the_video_and_leaves_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"RIFF....WAVEno sound at all")
    into = tmp_path / "video.mp4"
    with pytest.raises(ClipwrightError) as caught:
        encode_video(Numbered(), frame_count=30, shape=SHAPE, profile=PROFILE, audio=broken, into=into)
    assert caught.value.code == "encoder_failed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.wav"]


def test_leaving_early_ends_the_thread_and_removes_the_scratch_file(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "long.wav", tone(120))
    scratch = tmp_path / "s.mp4"
    with encode_audio_beside(
        wav, duration=Fraction(120), bit_rate=BIT_RATE, scratch=scratch, listen=measure_loudness
    ) as sound:
        pass
    assert sound.done()
    assert isinstance(sound.exception(), ClipwrightError)
    assert not scratch.exists()
