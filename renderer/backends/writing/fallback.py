"""Several writers in order of preference as one writer; the draft says who wrote it and who could not."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.providers.fallback import first_that_works
from renderer.backends.writing.base import Brief, Draft, ScriptWriter


class WriterFallback(Struct, frozen=True, kw_only=True):
    """Asks the first writer; with `fallback`, the next ones when it fails. At least one writer."""

    writers: tuple[ScriptWriter, ...]
    fallback: bool

    @property
    def name(self) -> str:
        """The first writer's name; `Draft.source` says who wrote in the end."""
        return self.writers[0].name

    @property
    def fingerprint(self) -> str:
        """Those of all writers, and whether the later ones may stand in."""
        return f"{' then '.join(writer.fingerprint for writer in self.writers)} (fallback {self.fallback})"

    def write(self, brief: Brief) -> Draft:
        """The draft of the first writer that succeeds; raises as `first_that_works`."""
        writer, draft, notes = first_that_works(
            "script", self.writers, lambda one: one.write(brief), fallback=self.fallback
        )
        return replace(draft, source=draft.source or writer.name, notes=(*draft.notes, *notes))
