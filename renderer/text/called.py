"""What signs and emoji are called in English: a topic of them alone is about that."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from renderer.text.prepared import in_latin
from renderer.text.segmentation.graphemes import graphemes

MOST_CALLED: Final = 6
"""Characters that are called by name; of a topic of more, the first."""
_WORDS: Final = re.compile(r"[A-Za-z0-9]+")


def called(text: str) -> str:
    """What the text's characters are called, each once, in their order; "" where none has a name."""
    names = dict.fromkeys(filter(None, map(_name, graphemes("".join(text.split())))))
    return ", ".join(list(names)[:MOST_CALLED])


def _name(cluster: str) -> str:
    """The name that transliteration has for it (🎬 is a clapper), else that of its first character."""
    words = _WORDS.findall(in_latin(cluster))
    return " ".join(words) if words else unicodedata.name(cluster[0], "").lower()
