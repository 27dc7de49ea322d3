"""The port for script adapters: a chapter's text in, the same told in more or less room out.

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
"""Failures after which a script's own sentences stand in."""


class ChapterText(Struct, frozen=True, kw_only=True):
    """A chapter to be told in about `characters` characters, which take `seconds` to say.

    `film` and `title` name the whole and the chapter; `paragraphs` are the source's, in order.
    """

    work: ScriptAdapting
    language: Language
    film: str
    title: str
    paragraphs: tuple[str, ...]
    characters: int
    seconds: float


class ScriptAdapter(Protocol):
    """Tells a chapter shorter or at more length; states nothing that the chapter does not state."""

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
        """What it can do."""
        ...

    @property
    def required(self) -> bool:
        """Whether its failure is the job's; else the script's own sentences stand in."""
        ...

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """The paragraphs of the chapter as adapted, at least one.

        No number, name or quotation is in them that is not in the chapter, its title or the film's.

        Raises:
            ClipwrightError: nothing that can be used was to be had.
        """
        ...


class NoAdapter(AbsentEngine, Struct, frozen=True):
    """Stands where none is set up: can do nothing, so that scripts are only cut and given air."""

    @property
    def works(self) -> frozenset[ScriptAdapting]:
        """Nothing."""
        return frozenset()

    @property
    def required(self) -> bool:
        """Never."""
        return False

    def adapt(self, chapter: ChapterText) -> tuple[str, ...]:
        """Refuses.

        Raises:
            ClipwrightError: `provider_unconfigured`.
        """
        del chapter
        setting = "CLIPWRIGHT_CHAT_BASE_URL and CLIPWRIGHT_CHAT_MODEL"
        raise ClipwrightError("provider_unconfigured", provider="Adapting scripts", setting=setting)
