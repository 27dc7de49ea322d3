"""One BLAS thread for sound: the matrices are small, and sums must not depend on how many cores there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no annotations

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def single_threaded(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """`work` with BLAS held to one thread while it runs.

    Threads of a shared pool split a product differently from machine to machine, which moves the last bit;
    on a busy machine they also wait for each other longer than the product takes.
    """

    @wraps(work)
    def held(*args: Asked.args, **facts: Asked.kwargs) -> Answer:
        with _controller().limit(limits=1, user_api="blas"):
            return work(*args, **facts)

    return held
