"""The port for translators: one translation per line, within its length limit.

To add one: 1. a module here with a frozen class that has `name`, `fingerprint` and `translate`; 2. a function
in renderer/worker/composition/engines.py; 3. an entry in tests/contract/test_translation.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from renderer.backends.absent import AbsentEngine
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError


class SourceLine(Struct, frozen=True, kw_only=True):
    """A line in display form; `characters` is the longest that its translation may be."""

    text: str
    characters: int


class Translator(Protocol):
    """Translates narration."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same lines could be translated differently."""
        ...

    def translate(
        self, lines: Sequence[SourceLine], *, source: Language, target: Language
    ) -> tuple[str, ...]:
        """One translation per line, in order; raises `ClipwrightError`."""
        ...


class NoTranslator(AbsentEngine, Struct, frozen=True):
    """The placeholder when no translator is configured: refuses and names the settings to set."""

    def translate(
        self, lines: Sequence[SourceLine], *, source: Language, target: Language
    ) -> tuple[str, ...]:
        """The lines themselves when both languages are the same.

        Raises:
            ClipwrightError: `provider_unconfigured` for any other pair.
        """
        if source is target:
            return tuple(line.text for line in lines)
        setting = "CLIPWRIGHT_CHAT_BASE_URL and CLIPWRIGHT_CHAT_MODEL"
        raise ClipwrightError("provider_unconfigured", provider="Translation", setting=setting)
