"""write_lines: the sentences as told become the script, a scene per passage and a line per sentence."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pipelines.film.documents import Film
from pipelines.film.telling import script_of
from pipelines.pronouncing import line_maker
from renderer.backends.writing.base import ScriptWriter
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import Script
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """How the caller wants words spoken."""
    del capabilities
    return {"lexicon": order.lexicon}


def run(context: StageContext[LongFormOrder]) -> Script:
    """The script of the film."""
    language = context.order.settings.language
    line_of = line_maker(language, context.order.lexicon)
    script = script_of(context.read(Film), line_of, language=language)
    return replace(script, engine=context.engine(ScriptWriter).fingerprint)


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="write_lines", version=5, weight=1, needs=(Film,), makes=Script, params=params, run=run
)
