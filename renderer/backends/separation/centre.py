"""A separator for tests: takes whatever both channels have in common for the voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from renderer.backends.separation.base import Samples


class CentreIsVoice(Struct, frozen=True):
    """Subtracts the mean of both channels from each, as karaoke machines did."""

    @property
    def name(self) -> str:
        """Always "centre"."""
        return "centre"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "centre 1"

    @property
    def available(self) -> bool:
        """Always true."""
        return True

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """See the port."""
        for block in blocks:
            yield block - block.mean(axis=0, keepdims=True)
