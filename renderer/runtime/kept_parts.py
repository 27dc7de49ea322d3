"""Parts of what a stage makes, kept for later runs: after an edit the unchanged parts are found again.

The stage cache knows only whole stages; a part has a key of its own, made of everything that decides its
bytes. Parts stay in their workspace: other machines make them again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.runtime.artifacts import ArtifactStore, is_digest
from renderer.runtime.cache_key import stage_key
from renderer.runtime.workspace import touch


def part_key(name: str, *, version: int, decided_by: object) -> str:
    """The key of a part that depends on `decided_by` alone; never equal to a stage's key."""
    return stage_key(name=f"part {name}", version=version, params=decided_by, inputs=())


class KeptParts(Struct, frozen=True):
    """Files and facts in a workspace, by key."""

    store: ArtifactStore

    def file(self, key: str) -> Path | None:
        """The file kept under a key, checked; None when it is lost or damaged."""
        return self.checked(self.facts(key).decode("ascii", "replace"))

    def keep_file(self, key: str, made: Path) -> Path:
        """Move a finished file in and return its new path.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        digest = self.store.put_file(made)
        self.keep_facts(key, digest.encode())
        return self.store.path(digest)

    def recalled(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The bytes kept under a key, checked; if there are none, those of `make`, which are then kept.

        Raises:
            ClipwrightError: what `make` raises, `disk_full`, `output_unwritable`.
        """
        digest = self.facts(key).decode("ascii", "replace")
        if is_digest(digest):
            with suppress(ClipwrightError):  # lost or damaged
                return self.store.read(digest)
        made = make()
        self.keep_facts(key, self.store.put_bytes(made).encode())
        return made

    def facts(self, key: str) -> bytes:
        """What was kept under a key; empty when nothing was."""
        path = self.store.workspace.keys / key
        try:
            found = path.read_bytes()
        except OSError:
            return b""
        touch(path)
        return found

    def keep_facts(self, key: str, facts: bytes, *, synced: bool = True) -> None:
        """Keep some bytes under a key, replacing what was there.

        Without `synced` a power loss may leave anything; it is for facts that are checked before use.

        Raises:
            ClipwrightError: `disk_full`, `output_unwritable`.
        """
        write_atomically(self.store.workspace.keys / key, facts, synced=synced)

    def checked(self, digest: str) -> Path | None:
        """The file of a digest; None when it is lost or damaged, or `digest` is not a digest."""
        if not is_digest(digest):
            return None
        try:
            return self.store.verified(digest)
        except ClipwrightError:
            return None
