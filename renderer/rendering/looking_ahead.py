"""Looking at segments as soon as they are finished, on a processor that has nothing else to do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias

Finished: TypeAlias = Callable[[], Mapping[range, Path]]
"""The segments that are finished by now."""
Look: TypeAlias = Callable[[range, Mapping[range, Path]], None]
"""Looks at a finished segment, given all that are finished so far."""

_POLL_SECONDS: Final = 0.02


@contextmanager
def looking_ahead(segments: Sequence[range], finished: Finished, look: Look) -> Iterator[None]:
    """On a thread of its own, look at these segments one after the other until the block ends.

    Raises:
        Exception: what `look` raised, unless the block itself raised.
    """
    over = threading.Event()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="looking-ahead") as worker:
        done = worker.submit(_look_at_all, segments, finished, look, over)
        try:
            yield
        finally:
            over.set()
    done.result()


def _look_at_all(segments: Sequence[range], finished: Finished, look: Look, over: threading.Event) -> None:
    left = list(segments)
    while left and not over.is_set():
        now = finished()
        found = next((segment for segment in left if segment in now), None)
        if found is None:
            over.wait(_POLL_SECONDS)
            continue
        look(found, now)
        left.remove(found)
