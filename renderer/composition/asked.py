"""Rewords a topic as the question it asks: "Why octopuses have ..." becomes "Why do octopuses have ...?".

A topic whose verb cannot be identified with certainty is not reworded.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import msgspec
import regex

from renderer.assets import ASSETS, read_asset

FILE: Final = ASSETS / "composition" / "verbs" / "en.toml"
_ASKS: Final = regex.compile(
    r"^(why|how|when|where)\s+(?!(?:to|many|much|long|far|do|does|did|is|are|was|were|can)\b)", regex.I
)


class Verbs(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """English verb lists: `turned` verbs precede the subject in a question, all others take "do".

    A word in `leads` never precedes the verb. `third_person` and `past` map irregular forms to their plain
    form; `plural` lists plural nouns that do not end in s.
    """

    turned: str
    leads: str
    plural: str
    present: str
    third_person: dict[str, str]
    past: dict[str, str]


@functools.cache
def load_verbs(path: Path = FILE) -> Verbs:
    """Read and check the verb lists.

    Raises:
        ClipwrightError: `asset_missing` or `asset_invalid`.
    """
    return read_asset(path, Verbs)


def as_question(topic: str) -> str:
    """The English topic in question word order; empty where its verb is not known."""
    text = " ".join(topic.split()).rstrip(" .;:,?")
    asks = _ASKS.match(text)
    turned = _turned(text[asks.end() :].split()) if asks else ""
    return f"{asks[1].capitalize()} {turned}?" if asks and turned else ""


def _turned(words: list[str]) -> str:
    """Auxiliary, subject, verb and rest; empty where no verb is found."""
    verbs = load_verbs()
    known = verbs.present.split()
    for at in range(1, len(words)):
        word, before = words[at].casefold(), words[at - 1].casefold()
        if before in verbs.leads.split():
            continue
        subject, rest = " ".join(words[:at]), words[at + 1 :]
        if word in verbs.turned.split():
            return " ".join([word, subject, *rest])
        if word in verbs.past:
            return " ".join(["did", subject, verbs.past[word], *rest])
        plain = verbs.third_person.get(word) or next((v for v in _plain_forms(word) if v in known), "")
        if plain and (plain != word or before.endswith("s") or before in verbs.plural.split()):
            return " ".join(["do" if plain == word else "does", subject, plain, *rest])
    return ""


def _plain_forms(word: str) -> tuple[str, ...]:
    """Candidate plain forms of a present-tense form; the caller keeps only those in the verb list."""
    if word.endswith("s"):
        return (word[:-1], word.removesuffix("es"))
    return (word,)
