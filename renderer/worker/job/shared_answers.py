"""Paid answers in the object store: what one machine has bought, the others find and need not buy again.

```text
work/paid/ab/abcdef…      an answer preceded by its digest, named by the key of the request
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
    """A cache of paid answers with two tiers: `near` on this machine, asked first, and the object store.

    An unreachable store is retried as `retry` says. After that `get` raises `storage_failed`, rather than
    have something bought again that may be there; `put` only logs it, because `near` has the answer.
    """

    near: ResponseCache
    objects: ObjectStore
    workspace: Workspace
    retry: Retry = field(default_factory=Retry)

    def get(self, key: str) -> bytes:
        """The answer, whichever machine bought it; empty when there is none.

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
        """Store the answer in `near`, then in the object store.

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
