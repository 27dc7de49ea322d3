"""Why a user's file cannot be used: named reasons and their wording."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, str]] = {
    "not_a_file": "it is not a readable file",
    "special_file": "it is a pipe, a device or a socket",
    "outside": "it is a link that leads out of the folder",
    "empty": "it is empty",
    "unknown_format": "it is none of {readable}",
    "heic": "HEIC pictures cannot be read; export it as JPEG",
    "broken_file": "it is not a whole {format} file ({detail})",
    "damaged": "its pixels are damaged ({detail})",
    "too_many_pixels": "it has {width} x {height} pixels; at most {limit} million can be read",
    "too_small": "it has only {width} x {height} pixels",
    "too_many_streams": "it has {streams} streams; at most {limit} can be read",
    "no_picture": "it holds no video",
    "no_sound": "it is no {kind} that can be decoded",
    "no_frames": "no frame of it can be decoded",
    "not_copied": "its pictures cannot be copied as they are ({detail})",
    "not_spliced": "nothing can be exchanged in it ({detail})",
    "no_clip": "its function '{function}' gives no MoviePy clip with a duration",
    "no_function": "it has no function '{function}'",
    "clip_failed": "its function '{function}' failed ({detail})",
    "too_slow": "it takes more than {seconds} s to read",
    "too_large": "reading it needs too much memory or disk",
    "disk_full": "the disk is full",
    "crash": "the decoder failed on it",
}
"""Phrases that complete "The media file 'x' cannot be used: …"."""


class Refusal(Exception):  # noqa: N818  # a verdict on a file, carried out of the child process
    """The file cannot be used; `name` is a key of `REASONS`, the facts fill its sentence."""

    def __init__(self, name: str, /, **facts: object) -> None:
        self.name = name
        super().__init__(REASONS[name].format_map(facts))
