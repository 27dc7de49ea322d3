"""Makes text drawable: the one place that replaces, transliterates or drops characters that no face has.

Whatever the faces at the end of every chain can draw is kept. Any other grapheme cluster is replaced by the
first of these that they can draw: its compatibility form (NFKC: "ﷺ" is spelled out), its letter without
marks, its Latin transliteration (anyascii). A cluster without such a form is left out. Emoji are left out of
captions and titles alike: the faces have them in one colour only, which suits no caption style.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import regex
from anyascii import anyascii

from renderer.text.segmentation.graphemes import graphemes, shows_emoji
from renderer.text.typesetting.font_chains import everywhere
from renderer.text.typesetting.fonts import drawable

MOST_NAMED: Final = 12
"""Most characters that a note lists individually."""

_SPACES: Final = regex.compile(r"[\s\p{Cc}\p{Zl}\p{Zp}\u200b\u3164\uFFA0\u115F\u1160]")
"""White space, controls, and the Hangul fillers: letters by category, but blank on screen."""
_INVISIBLE: Final = regex.compile(r"[\p{Cs}\p{Co}\p{Cn}\u17B4\u17B5\u2060\uFEFF\u202A-\u202E\u2066-\u2069]")
_MARKS: Final = regex.compile(r"\p{M}+")
_MORE_SPACES: Final = regex.compile(r" {2,}")
_KEYCAP: Final = regex.compile(r"([0-9#*])\uFE0F?\u20E3")
_SHOWN: Final = regex.compile(r"[^\s\p{Default_Ignorable_Code_Point}]")


@dataclass(slots=True)
class Preparation:
    """Prepares the texts of one video and remembers what was replaced."""

    replaced: dict[str, str] = field(default_factory=dict)

    def text(self, text: str) -> str:
        """The text without anything that cannot be drawn; may be empty."""
        if text.isascii() and text.isprintable():
            return text
        prepared = "".join(self._parts(unicodedata.normalize("NFC", text)))
        return str(_MORE_SPACES.sub(" ", prepared))

    def texts(self, texts: Iterable[str]) -> tuple[str, ...]:
        """The texts, prepared, without those that have nothing to show."""
        prepared = (self.text(text) for text in texts)
        return tuple(text for text in prepared if _SHOWN.search(text))

    def notes(self) -> tuple[str, ...]:
        """Notes for the manifest on what was replaced and what was left out."""
        return tuple(_notes(self.replaced))

    def _parts(self, text: str) -> Iterator[str]:
        for cluster in graphemes(text):
            part = stand_in(cluster)
            if part != cluster and _SHOWN.search(cluster) and not _SPACES.match(cluster):
                self.replaced.setdefault(cluster, part)
            yield part


@lru_cache(maxsize=16384)
def stand_in(cluster: str) -> str:
    """A drawable form of a grapheme cluster: itself, a replacement or ""; spaces and controls become " "."""
    if _SPACES.match(cluster):
        return " "
    visible = str(_INVISIBLE.sub("", cluster))
    if keycap := _KEYCAP.match(visible):
        return str(keycap[1])
    if is_emoji(visible):
        return ""
    if not visible or drawable(visible, everywhere()):
        return visible
    return next((form for form in _forms(visible) if form and drawable(form, everywhere())), "")


def is_emoji(cluster: str) -> bool:
    """Whether a grapheme cluster is displayed as an emoji."""
    return shows_emoji(cluster)


def _forms(cluster: str) -> Iterator[str]:
    """Possible replacements, closest first."""
    compatible = unicodedata.normalize("NFKC", cluster)
    yield compatible
    yield str(_MARKS.sub("", unicodedata.normalize("NFKD", cluster)))
    yield in_latin(cluster)


def in_latin(text: str) -> str:
    """The Latin transliteration of a text in any script; empty where none is known."""
    return anyascii(text).strip()


def _notes(replaced: Mapping[str, str]) -> Iterator[str]:
    changed = [f"{cluster} by {part}" for cluster, part in replaced.items() if part and not is_emoji(cluster)]
    emoji = [cluster for cluster, part in replaced.items() if not part and is_emoji(cluster)]
    gone = [cluster for cluster, part in replaced.items() if not part and not is_emoji(cluster)]
    if emoji:
        yield f"emoji are left out of captions and titles: {_listed(emoji)}"
    if changed:
        yield f"replaced because no bundled face draws it: {_listed(changed)}"
    if gone:
        yield f"left out because no bundled face draws it: {_listed([_name(cluster) for cluster in gone])}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _name(cluster: str) -> str:
    return f"U+{ord(cluster[0]):04X}"
