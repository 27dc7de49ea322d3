"""Fallback between providers of one kind, in order of preference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from renderer.errors import ClipwrightError
from renderer.late_log import LateLog

_LOG: Final = LateLog(__name__)
FINAL: Final = frozenset(
    {"cancelled", "topic_empty", "topic_too_long", "script_empty", "disk_full", "output_unwritable"}
)
"""Failures with which every other provider would fail, too."""


class NamedProvider(Protocol):
    """Anything with a name for the manifest."""

    @property
    def name(self) -> str:
        """Short name."""
        ...


N = TypeVar("N", bound=NamedProvider)
T = TypeVar("T")


def first_that_works(
    work: str, providers: Sequence[N], action: Callable[[N], T], *, fallback: bool
) -> tuple[N, T, tuple[str, ...]]:
    """The first provider that succeeds, its result, and a note for each that failed before it.

    Without `fallback` only the first is tried, and its own failure is raised.

    Raises:
        ClipwrightError: the only failure, or `providers_exhausted` with one reason for each.
    """
    notes: list[str] = []
    for provider in providers if fallback else providers[:1]:
        try:
            return provider, action(provider), tuple(notes)
        except ClipwrightError as error:
            if error.code in FINAL or not fallback or len(providers) == 1:
                raise
            notes.append(f"{work}: {provider.name} did not do it: {error.sentence}")
            _LOG.warning("provider_failed_over", work=work, provider=provider.name, code=error.code)
    raise ClipwrightError("providers_exhausted", work=work, reasons=" ".join(notes))
