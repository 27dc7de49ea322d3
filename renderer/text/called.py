"""Names signs and emoji in English, so that a topic made only of them has a subject."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from renderer.text.prepared import in_latin
from renderer.text.segmentation.graphemes import graphemes

MOST_CALLED: Final = 6
"""Most characters that are named; of a longer topic, only the first ones."""
_WORDS: Final = re.compile(r"[A-Za-z0-9]+")


def called(text: str) -> str:
    """The names of the text's characters, each once, in order; "" where none has a name."""
    names = dict.fromkeys(filter(None, map(_name, graphemes("".join(text.split())))))
    return ", ".join(list(names)[:MOST_CALLED])


def _name(cluster: str) -> str:
    """The name that transliteration gives (🎬 is a clapper), else the Unicode name of the first character."""
    words = _WORDS.findall(in_latin(cluster))
    return " ".join(words) if words else unicodedata.name(cluster[0], "").lower()
