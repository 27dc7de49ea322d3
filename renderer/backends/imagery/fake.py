"""A picture source for tests: a small PNG for every phrase, its colour derived from the phrase."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.contract.vocabulary import Language

SIDE: Final = 64


class FakePictures(Struct, frozen=True):
    """Has exactly one picture of everything."""

    @property
    def name(self) -> str:
        """Always "fake"."""
        return "fake"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "fake 1"

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """The one picture of the phrase, which claims to be as large as the frame."""
        del language
        credit = Credit(provider=self.name, licence="CC0")
        return [
            Candidate(
                identity=f"fake:{phrase}",
                address=phrase,
                title=phrase,
                width=shape.width,
                height=shape.height,
                credit=credit,
            )
        ]

    def fetch(self, candidate: Candidate) -> bytes:
        """A PNG of one colour with a lighter diagonal."""
        colour = hashlib.sha256(candidate.address.encode()).digest()[:3]
        rows = (
            b"\0" + b"".join(b"\xf0\xf0\xf0" if column == row else colour for column in range(SIDE))
            for row in range(SIDE)
        )
        return _png(b"".join(rows))


def _png(pixels: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels, 0)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
