"""The port for script writers.

To add a writer: 1. a module here with a frozen class that has `name`, `fingerprint` and `write`;
2. a function in renderer/worker/composition/engines.py; 3. an entry in tests/contract/test_writing.py.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.knowledge import TextSource
from renderer.core.script import Role
from renderer.voices.speaking_rate import BUNDLED, SpeakingRate

TEMPLATE: Final = "template"
"""The name of the writer that knows nothing."""
NOTHING_KNOWN: Final = (
    "no source and no model knew the topic, so it asks and states nothing; "
    "give facts with --facts FILE (FACTS=…)"
)


class Brief(Struct, frozen=True, kw_only=True):
    """What the writer is asked for; `seconds` is the wanted length of speech, `seed` picks among variants.

    `pace` is how fast it will be spoken; `facts` are the user's own, in bullets or running text, or none.
    """

    topic: str
    mode: VideoMode
    language: Language
    voice: Voice
    seconds: float
    seed: int
    pace: SpeakingRate = BUNDLED
    facts: str = ""


class DraftScene(Struct, frozen=True, kw_only=True):
    """Sentences in display form, search words for the picture, and words that carry the meaning.

    `grounds` has, for each sentence, places in `Draft.sources` of what it says; it is empty where the writer
    names no sources.
    """

    role: Role
    sentences: tuple[str, ...]
    visual: tuple[str, ...] = ()
    emphasis: tuple[str, ...] = ()
    grounds: tuple[tuple[int, ...], ...] = ()


class Draft(Struct, frozen=True, kw_only=True):
    """Plain text before tokens: one hook, beats, one close.

    `source` names who wrote it where that is not the writer that was asked; `notes` say what stood in for
    what, for the manifest; `sources` are what its sentences rest on.
    """

    title: str
    scenes: tuple[DraftScene, ...]
    source: str = ""
    notes: tuple[str, ...] = ()
    sources: tuple[TextSource, ...] = ()


class ScriptWriter(Protocol):
    """Writes the draft of a script. Never invents facts it cannot know."""

    @property
    def name(self) -> str:
        """Short name for the manifest ("template")."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same brief could give another draft."""
        ...

    def write(self, brief: Brief) -> Draft:
        """The draft; raises `ClipwrightError` when none can be written."""
        ...
