"""Paid answers in the object store: what one machine has bought, another finds, so that nobody buys it again.

```text
work/paid/ab/abcdef…      an answer behind its digest, named by what was asked
```
"""

from __future__ import annotations

from typing import Final

import structlog
from msgspec import Struct, field

from renderer.backends.storage.base import ObjectStore
from renderer.errors import ClipwrightError
from renderer.files import write_atomically
from renderer.net.response_cache import ResponseCache, sealed, unsealed
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.workspace import scratch_folder
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.job.stored_cache import WORK

PAID: Final = f"{WORK}paid/"
_LOG: Final = structlog.get_logger(__name__)


class SharedAnswers(Struct, frozen=True, kw_only=True):
    """`near` is this machine's own cache and asked first; the store has what other machines have bought.

    While the store is away it is waited for, as `retry` says. Then `get` raises `storage_failed`, rather than
    let something be bought that may be there; `put` logs it, for the answer is kept here.
    """

    near: ResponseCache
    objects: ObjectStore
    workspace: Workspace
    retry: Retry = field(default_factory=Retry)

    def get(self, key: str) -> bytes:
        """The answer, wherever it was bought.

        Raises:
            ClipwrightError: `storage_failed`, `cancelled`, and what `near` raises.
        """
        kept = self.near.get(key)
        if kept:
            return kept
        found = with_retry(lambda: self._fetched(_object_name(key)), self.retry)
        if found:
            self.near.put(key, found)
        return found

    def put(self, key: str, answer: bytes) -> None:
        """Keep it here, then for everybody.

        Raises:
            ClipwrightError: `cancelled`, and what `near` raises.
        """
        self.near.put(key, answer)
        try:
            with scratch_folder(self.workspace) as folder:
                draft = folder / "answer"
                write_atomically(draft, sealed(answer))
                with_retry(lambda: self.objects.put_file(_object_name(key), draft), self.retry)
        except ClipwrightError as error:
            if error.code == "cancelled":
                raise
            if error.code != "object_exists":
                _LOG.warning("answer_not_shared", code=error.code, sentence=error.sentence)

    def _fetched(self, name: str) -> bytes:
        try:
            size = self.objects.stat(name).size
            return unsealed(b"".join(self.objects.read(name, start=0, stop=size)))
        except ClipwrightError as error:
            if error.code == "object_missing":
                return b""
            raise


def _object_name(key: str) -> str:
    return f"{PAID}{key[:2]}/{key}"
