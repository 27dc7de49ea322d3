"""One BLAS thread for sound: the matrices are small, and sums must not depend on how many cores there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, wraps
from threading import Lock
from typing import Final, ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no annotations

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


class _Limit:
    """The process-wide thread limit, in force while at least one caller works under it."""

    def __init__(self) -> None:
        self._lock, self._working = Lock(), 0
        self._held: AbstractContextManager[object]

    @contextmanager
    def working(self) -> Iterator[None]:
        """Work under the limit: the first caller to enter sets it, the last to leave lifts it."""
        with self._lock:
            if not self._working:
                self._held = _controller().limit(limits=1, user_api="blas")
                self._held.__enter__()
            self._working += 1
        try:
            yield
        finally:
            with self._lock:
                self._working -= 1
                if not self._working:
                    self._held.__exit__(None, None, None)


_LIMIT: Final = _Limit()


def single_threaded(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """`work` with BLAS limited to one thread while it runs, even when several threads run such work at once.

    A pool of BLAS threads splits a product differently from machine to machine, which changes the last bit;
    on a busy machine its threads also wait for each other longer than the product takes.
    """

    @wraps(work)
    def held(*args: Asked.args, **facts: Asked.kwargs) -> Answer:
        with _LIMIT.working():
            return work(*args, **facts)

    return held
