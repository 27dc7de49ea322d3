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
"""Name of the writer that states no facts."""
NOTHING_KNOWN: Final = (
    "no source and no model knew the topic, so it asks and states nothing; "
    "give facts with --facts FILE (FACTS=…)"
)


class Brief(Struct, frozen=True, kw_only=True):
    """What to write; `seconds` is the wanted length of speech, `seed` picks among variants.

    `pace` is how fast the script will be spoken; `facts` are the user's own, in bullets or running text,
    or "".
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

    `grounds` has, for each sentence, the indices in `Draft.sources` of its sources; it is empty where the
    writer names none.
    """

    role: Role
    sentences: tuple[str, ...]
    visual: tuple[str, ...] = ()
    emphasis: tuple[str, ...] = ()
    grounds: tuple[tuple[int, ...], ...] = ()


class Draft(Struct, frozen=True, kw_only=True):
    """A script as plain text, not yet tokenised: one hook, beats, one close.

    `source` names the actual writer where that is not the one that was asked; `notes` tell the manifest about
    fallbacks; `sources` are those of its sentences.
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
        """Changes whenever the same brief could produce another draft."""
        ...

    def write(self, brief: Brief) -> Draft:
        """The draft; raises `ClipwrightError` when none can be written."""
        ...
