"""Several writers in order of preference as one writer; the draft names its writer and those that failed."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.providers.fallback import first_that_works
from renderer.backends.writing.base import Brief, Draft, ScriptWriter


class WriterFallback(Struct, frozen=True, kw_only=True):
    """Tries the first of `writers` (at least one) and, with `fallback`, the next ones when it fails."""

    writers: tuple[ScriptWriter, ...]
    fallback: bool

    @property
    def name(self) -> str:
        """The first writer's name; `Draft.source` names the one that wrote."""
        return self.writers[0].name

    @property
    def fingerprint(self) -> str:
        """The fingerprints of all writers, and whether the later ones may be used."""
        return f"{' then '.join(writer.fingerprint for writer in self.writers)} (fallback {self.fallback})"

    def write(self, brief: Brief) -> Draft:
        """The draft of the first writer that succeeds; raises what `first_that_works` raises."""
        writer, draft, notes = first_that_works(
            "script", self.writers, lambda one: one.write(brief), fallback=self.fallback
        )
        return replace(draft, source=draft.source or writer.name, notes=(*draft.notes, *notes))
