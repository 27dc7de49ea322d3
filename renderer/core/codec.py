"""Frozen values to and from tagged JSON: `{"schema": "Script.1", "data": {…}}`.

The tag is the type's name and the version in `VERSIONS`. A document of another version is refused, so
a stored artifact is made again rather than guessed at. Bytes are canonical: the same value always gives
the same bytes, which is what makes digests of documents meaningful.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, TypeVar

import msgspec

from renderer.errors import ClipwrightError

T = TypeVar("T")

VERSIONS: Final[dict[str, int]] = {"RenderedVideo": 2, "RenderPlan": 2, "Script": 3, "Storyboard": 2}
"""Schema versions above 1, by type name; raise one when a type changes shape or meaning."""


def _encode_extra(value: object) -> object:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    message = f"{type(value).__name__} has no place in a document"
    raise TypeError(message)


def _decode_extra(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    message = f"{kind.__name__} has no place in a document"
    raise TypeError(message)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_encode_extra, order="deterministic")


def schema_tag(kind: type) -> str:
    """The tag of a type: "Script.1"."""
    return f"{kind.__name__}.{VERSIONS.get(kind.__name__, 1)}"


def encode(value: object) -> bytes:
    """Canonical tagged JSON of a frozen value."""
    return _ENCODER.encode({"schema": schema_tag(type(value)), "data": value})


def decode(blob: bytes, kind: type[T]) -> T:
    """Decode what `encode` made of a value of this type.

    Raises:
        ClipwrightError: `artifact_corrupt` when the bytes are not a document of this type and version.
    """
    try:
        envelope: dict[str, Any] = msgspec.json.decode(blob)
        if envelope.get("schema") != schema_tag(kind):
            raise ClipwrightError("artifact_corrupt", digest=f"expected {schema_tag(kind)}")
        return msgspec.convert(envelope["data"], kind, dec_hook=_decode_extra)
    except (msgspec.MsgspecError, ValueError, KeyError, AttributeError) as error:
        raise ClipwrightError("artifact_corrupt", digest=f"{kind.__name__}: {error}") from error


def canonical(value: object) -> bytes:
    """Canonical JSON without a tag, for digests of parameters."""
    return _ENCODER.encode(value)
