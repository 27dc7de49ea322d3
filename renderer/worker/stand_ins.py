"""Which providers the settings select, and which stand in for others, as phrases for `clipwright doctor`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.providers.fallback import NamedProvider
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.paced import PacedWriter
from renderer.worker.composition import engines as parts
from renderer.worker.composition.job_resources import Engines


class StandIns(Struct, frozen=True, kw_only=True):
    """One phrase for each kind of work."""

    writing: str
    speech: str
    pictures: str


def stand_ins(engines: Engines) -> StandIns:
    """Describe what the settings select, without calling any provider.

    Raises:
        ClipwrightError: `provider_unconfigured`, `unknown_choice`.
    """
    unasked = replace(engines, settings=engines.settings.model_copy(update={"offline": True}))
    writer, speech, finder = parts.writer(unasked), parts.speech(engines), parts.pictures(engines)
    writer = writer.writer if isinstance(writer, PacedWriter) else writer
    fallback = engines.settings.fallback
    return StandIns(
        writing=_order(
            _told(writer.writers if isinstance(writer, WriterFallback) else (writer,), engines), fallback
        ),
        speech=_order(speech.engines if isinstance(speech, SpeechFallback) else (speech,), fallback),
        pictures=_pictures(finder.sources, fallback)
        if isinstance(finder, PictureFallback)
        else "painters paint everything",
    )


class _Named(Struct, frozen=True, kw_only=True):
    name: str


def _told(writers: Sequence[ScriptWriter], engines: Engines) -> tuple[NamedProvider, ...]:
    """The writers by name; the composing one is listed as the sources it asks.

    With automatic writers and the network allowed, "wikipedia where it answers" is listed unchecked.
    """
    found: list[NamedProvider] = []
    for writer in writers:
        if not isinstance(writer, ComposedWriter):
            found.append(writer)
            continue
        names = [source.name for source in writer.knowledge.sources]
        if not engines.settings.offline and engines.settings.writers.strip() == parts.AUTO:
            place = next(at for at, name in enumerate(names) if name in {"summaries", "lexicon"})
            names.insert(place, "wikipedia where it answers")
        found += [_Named(name=name) for name in (*names, writer.otherwise.name)]
    return tuple(found)


def _order(doers: Sequence[NamedProvider], fallback: bool) -> str:  # noqa: FBT001 - private, and of one meaning
    first, *others = [doer.name for doer in doers]
    if not others:
        return f"jobs use {first} and nothing else"
    then = ", then ".join(others)
    return f"jobs use {first}; {then} stands in" if fallback else f"jobs use {first}; nobody may stand in"


def _pictures(sources: Sequence[NamedProvider], fallback: bool) -> str:  # noqa: FBT001 - same
    names = ", then ".join(source.name for source in sources)
    return f"jobs ask {names}; painters {'stand in' if fallback else 'may not stand in'}"
