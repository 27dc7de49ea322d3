"""The user's own pronunciations: words respelled as they should be spoken, whichever voice is used.

A lexicon file has lines like `Nguyen = Win` or `New Orleans = New Orlins`; text after a `#` is a comment. The
respelling uses the letters of the video's language, so that every engine can read it. It has as many words as
the original, or the original is a single word. On screen the word is unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import regex
from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.sayable import can_be_said
from renderer.core.script import Line, Token
from renderer.errors import ClipwrightError

MOST_ENTRIES: Final = 2_000
LONGEST_ENTRY: Final = 120
"""Characters of a word or of its respelling."""
_CORE: Final = regex.compile(r"^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{M}\p{N}]*)$", regex.S)
_OWNED: Final = regex.compile(r"['’]s$")


class Pronunciations(Struct, frozen=True):
    """Respellings by the words as written and also case-folded."""

    entries: Mapping[tuple[str, ...], tuple[str, ...]]

    def said(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words' respelling, matched as written or else ignoring case; empty if there is none."""
        exact = tuple(words)
        folded = tuple(word.casefold() for word in words)
        return self.entries.get(exact) or self.entries.get(folded) or ()

    @property
    def longest(self) -> int:
        """Number of words in the longest entry."""
        return max((len(words) for words in self.entries), default=0)


def read_pronunciations(text: str) -> Pronunciations:
    """Read the entries of a lexicon file.

    Raises:
        ClipwrightError: `lexicon_invalid` naming the line and what is wrong with it.
    """
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    entries = 0
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.partition("#")[0].strip()
        if not entry:
            continue
        written, mark, spoken = (part.strip() for part in entry.partition("="))
        reason = _problem(written, mark, spoken)
        if not reason and entries >= MOST_ENTRIES:
            reason = f"more than {MOST_ENTRIES} entries"
        if reason:
            raise ClipwrightError("lexicon_invalid", line=number, reason=reason)
        words, said = tuple(written.split()), tuple(spoken.split())
        said = said if len(said) == len(words) else (spoken,)
        found[words] = said
        entries += 1
        found.setdefault(tuple(word.casefold() for word in words), said)
    return Pronunciations(found)


def pronounced(line: Line, known: Pronunciations) -> Line:
    """The line with its known words respelled; punctuation, gaps and display forms are unchanged."""
    if not known.entries:
        return line
    tokens: list[Token] = []
    at = 0
    while at < len(line.tokens):
        taken = _matched(line.tokens[at:], known)
        tokens += taken or (line.tokens[at],)
        at += len(taken) or 1
    return replace(line, tokens=tuple(tokens))


def _matched(tokens: Sequence[Token], known: Pronunciations) -> tuple[Token, ...]:
    """The longest known run at the beginning, respelled; empty if there is none."""
    for count in range(min(known.longest, len(tokens)), 0, -1):
        run = tokens[:count]
        cores = [_core(token.display) for token in run]
        if said := known.said(cores):
            return _respelled(run, said)
        if said := known.said([*cores[:-1], _OWNED.sub("", cores[-1])]):
            return _respelled(run, (*said[:-1], said[-1] + "'s"))
    return ()


def _respelled(run: Sequence[Token], said: Sequence[str]) -> tuple[Token, ...]:
    return tuple(
        replace(token, spoken=word + _trailing(token.spoken)) for token, word in zip(run, said, strict=True)
    )


def _core(display: str) -> str:
    found = _CORE.match(display)
    return str(found[2]) if found else display


def _trailing(spoken: str) -> str:
    found = _CORE.match(spoken)
    return str(found[3]) if found else ""


def _problem(written: str, mark: str, spoken: str) -> str:
    """What is wrong with an entry; empty if nothing is."""
    if not mark:
        return "write it like: Nguyen = Win"
    if not (can_be_said(written) and can_be_said(spoken)):
        return "a word and how it is spoken are needed, both with letters"
    if max(len(written), len(spoken)) > LONGEST_ENTRY:
        return f"an entry has at most {LONGEST_ENTRY} characters on each side"
    if len(written.split()) not in {1, len(spoken.split())}:
        return "a phrase needs as many words on the right as on the left"
    return ""
