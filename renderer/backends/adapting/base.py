"""The port for script adapters, which retell a chapter at a given length.

To add one: 1. a module here with a frozen class that has `name`, `fingerprint`, `works` and `adapt`; 2. a
function in renderer/worker/composition/engines.py; 3. an entry in tests/contract/chat/test_adapting.py.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from renderer.backends.absent import AbsentEngine
from renderer.contract.orders.long_form import ScriptAdapting
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

STOOD_IN_FOR: Final = frozenset(
    {
        "budget_spent", "provider_busy", "provider_failed", "provider_key", "provider_refused",
        "provider_reply", "provider_resting",
    }
)  # fmt: skip
"""Failures after which the script's own sentences are used instead."""


class ChapterText(Struct, frozen=True, kw_only=True):
    """A chapter to retell in about `characters` characters, which take `seconds` to say.

    `film` and `title` are the titles of the film and of the chapter; `paragraphs` are the source's, in order.
    """

    work: ScriptAdapting
    language: Language
    film: str
    title: str
    paragraphs: tuple[str, ...]
    characters: int
    seconds: float


class ScriptAdapter(Protocol):
    """Condenses or expands a chapter; states nothing that the chapter does not state."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same chapter could be told differently."""
        ...

    @property
    def works(self) -> frozenset[ScriptAdapting]:
        """The kinds of adapting that it can do."""
        ...

    @property
    def required(self) -> bool:
        """Whether its failure fails the job; otherwise the script's own sentences are used instead."""
        ...

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """The adapted chapter as at least one paragraph.

        The paragraphs hold no number, name or quotation that is not in the chapter, its title or the film's.

        Raises:
            ClipwrightError: no usable text could be obtained.
        """
        ...


class NoAdapter(AbsentEngine, Struct, frozen=True):
    """The placeholder when no adapter is configured: scripts are then only cut and given air."""

    @property
    def works(self) -> frozenset[ScriptAdapting]:
        """Always empty."""
        return frozenset()

    @property
    def required(self) -> bool:
        """Always false."""
        return False

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """Refuse.

        Raises:
            ClipwrightError: `provider_unconfigured`, always.
        """
        del chapter
        setting = "CLIPWRIGHT_CHAT_BASE_URL and CLIPWRIGHT_CHAT_MODEL"
        raise ClipwrightError("provider_unconfigured", provider="Adapting scripts", setting=setting)
