from __future__ import annotations

from pathlib import Path

import pytest

from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding import encoders
from renderer.media.encoding.codec_options import ENCODERS, options_of


def test_the_chosen_encoder_really_encodes_here() -> None:
    choice = encoders.choose_encoder()
    assert choice.name in ENCODERS
    assert encoders.trial(choice.name) == ""
    refused = encoders.PREFERENCE[: encoders.PREFERENCE.index(choice.name)]
    assert all(f"{name} not usable" in choice.reason for name in refused)


def test_an_encoder_that_cannot_run_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**ENCODERS, "libx264": lambda _profile: {"preset": "no such preset"}}
    monkeypatch.setattr("renderer.media.encoding.codec_options.ENCODERS", broken)
    monkeypatch.setattr(encoders, "PREFERENCE", ("libx264",))
    with pytest.raises(ClipwrightError, match="libx264 not usable") as caught:
        encoders.choose_encoder()
    assert caught.value.code == "encoder_failed"


def test_an_unknown_encoder_is_refused() -> None:
    with pytest.raises(ClipwrightError, match="libx264"):
        options_of(EncoderProfile(codec="h265"))


@pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="this machine has an NVIDIA driver")
def test_a_refusal_says_what_the_library_found_missing() -> None:
    assert "libcuda" in encoders.trial("h264_nvenc")


@pytest.mark.gpu
@pytest.mark.skipif(not Path("/dev/nvidiactl").exists(), reason="this machine has no NVIDIA device")
def test_nvenc_is_chosen_where_the_card_has_it() -> None:
    """Data-centre cards (H100, H200) have no encoder, though the driver counts one as free."""
    choice = encoders.choose_encoder()
    assert "Cannot load" not in choice.reason, "the driver's libraries were not found"
    assert choice.name == "h264_nvenc" or "h264_nvenc not usable" in choice.reason
