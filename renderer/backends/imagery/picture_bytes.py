"""Checks whether fetched bytes can be a picture at all; renderer/media decodes them."""

from __future__ import annotations

from typing import Final

_KINDS: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
)
_SMALLEST: Final = 200
_MARKUP: Final = (b"<!", b"<h", b"<?", b"{")


def picture_kind(body: bytes) -> str:
    """File ending of the picture: "png", "jpg" or "webp".

    Raises:
        ValueError: it is something else; the message says what.
    """
    if len(body) < _SMALLEST:
        reason = f"{len(body)} bytes are no picture"
        raise ValueError(reason)
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "webp"
    found = next((kind for signature, kind in _KINDS if body.startswith(signature)), "")
    if not found:
        page = body.lstrip()[:2].lower().startswith(_MARKUP)
        reason = "a web page came instead of a picture" if page else "it is neither PNG, JPEG nor WebP"
        raise ValueError(reason)
    return found
