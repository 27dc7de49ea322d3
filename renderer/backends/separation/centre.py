"""A separator for tests: what both sides have alike is the voice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from renderer.backends.separation.base import Samples


class CentreIsVoice(Struct, frozen=True):
    """Leaves the difference of left and right, as karaoke machines did."""

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
        """Always."""
        return True

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """See the port."""
        for block in blocks:
            yield block - block.mean(axis=0, keepdims=True)
