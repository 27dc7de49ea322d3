"""Opening our own files quickly: what is then known is what a decoded picture would have told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import av

from renderer.media.own_files import HEADERS_ALONE, PACKETS_ALONE
from tests.media.making import make_video


def test_headers_tell_what_a_decoded_picture_tells(tmp_path: Path) -> None:
    path = make_video(tmp_path)
    (picture, sound), decoded = facts(path, HEADERS_ALONE), facts(path, {})
    assert (picture, sound) == decoded
    assert None not in (*picture, *sound)
    picture_alone, (profile, *rest) = facts(path, PACKETS_ALONE)
    assert (picture_alone, rest) == (picture, list(sound[1:]))
    assert profile is None


def facts(path: Path, options: Mapping[str, str]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What libav says about the pictures and the sound of an open file."""
    with av.open(str(path), options=dict(options)) as container:
        video, audio = container.streams.video[0], container.streams.audio[0]
        one, other = video.codec_context, audio.codec_context
        picture = one.name, one.profile, one.width, one.height, one.color_range, one.colorspace
        sound = other.profile, other.name, other.sample_rate, other.layout.name, bytes(other.extradata or b"")
        return (*picture, video.time_base, bytes(one.extradata or b"")), (*sound, audio.time_base)
