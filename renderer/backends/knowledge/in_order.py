"""Several sources of knowledge as one: the first, in order of preference, that finds something is used."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.knowledge.base import Found, Knowledge, Topic, nothing_known
from renderer.errors import ClipwrightError
from renderer.late_log import LateLog

EVERYBODY: Final = "Every source"
_LOG: Final = LateLog(__name__)


class KnowledgeInOrder(Struct, frozen=True, kw_only=True):
    """Asks `sources` in order; `Found.source` names the one that answered, notes say why others did not."""

    sources: tuple[Knowledge, ...]

    @property
    def name(self) -> str:
        """The sources' names in order; "nothing" when there are none."""
        return ", ".join(source.name for source in self.sources) or "nothing"

    @property
    def fingerprint(self) -> str:
        """The fingerprints of all sources in order."""
        return " then ".join(source.fingerprint for source in self.sources) or "nothing"

    def look_up(self, topic: Topic) -> Found:
        """The passages of the first source that has any; raises `knowledge_none` when none has.

        A source that fails in any way is noted, and the next one is asked.
        """
        notes: list[str] = []
        for source in self.sources:
            try:
                found = source.look_up(topic)
            except ClipwrightError as error:
                notes.append(f"script: {error.sentence}")
                _LOG.info("knowledge_passed_over", source=source.name, code=error.code)
                continue
            return replace(found, source=found.source or source.name, notes=(*notes, *found.notes))
        reasons = " ".join(notes).replace("script: ", "").rstrip(".")
        told = f"nothing about this topic: {reasons}" if reasons else "nothing about this topic"
        raise nothing_known(EVERYBODY, told)
