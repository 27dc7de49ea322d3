"""Japanese words with their part of speech, from Sudachi (Takaoka et al., 2018)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import Struct

_NOUN: Final = ("名詞", "接尾辞", "形状詞")
_NAMING: Final = ("普通名詞", "固有名詞")
_AT_ONCE: Final = 10_000
"""Characters per call; Sudachi refuses more than 49,149 bytes."""
_lock: Final = threading.Lock()


class JapaneseWord(Struct, frozen=True, kw_only=True):
    """A word as written, its dictionary form, and its part of speech.

    `noun`: it can denote a thing; `place`: it is a place name; `proper`: it is any other name; `person`: it
    is a person's name. `naming`: it is a noun by itself, neither a number nor one that says when or where;
    `suffix`: it turns the word before it into another noun.
    """

    text: str
    base: str
    noun: bool
    proper: bool
    place: bool
    person: bool = False
    naming: bool = False
    suffix: bool = False


@lru_cache(maxsize=512)
def japanese_words(text: str) -> tuple[JapaneseWord, ...]:
    """All words in order; joined, they give the text."""
    return tuple(_word(morpheme) for morpheme in _morphemes(text, "C"))


@lru_cache(maxsize=512)
def japanese_parts(text: str) -> tuple[str, ...]:
    """The shortest words in order (関東|大|震災), never to be split further; joined, they give the text."""
    return tuple(morpheme.surface() for morpheme in _morphemes(text, "A"))


def _morphemes(text: str, mode: str) -> Iterator[Any]:
    """Analyse the text in parts of acceptable length: mode A gives the shortest words, C keeps compounds."""
    for start in range(0, len(text), _AT_ONCE):
        with _lock:
            found = list(_tokenizer().tokenize(text[start : start + _AT_ONCE], _split_mode(mode)))
        yield from found


def _word(morpheme: Any) -> JapaneseWord:
    kind = morpheme.part_of_speech()
    return JapaneseWord(
        text=morpheme.surface(),
        base=morpheme.dictionary_form(),
        noun=kind[0] in _NOUN,
        proper=kind[1] == "固有名詞" and kind[2] != "地名",
        place=kind[2] == "地名",
        person=kind[2] == "人名",
        naming=kind[0] == "名詞" and kind[1] in _NAMING and kind[2] != "副詞可能",
        suffix=kind[0] == "接尾辞" and kind[2] == "一般",
    )


@cache
def _tokenizer() -> Any:
    """Open Sudachi's core dictionary; it is memory-mapped, so this takes a twentieth of a second."""
    import sudachipy  # noqa: PLC0415 - a native library and its dictionary, only where Japanese is written

    return sudachipy.Dictionary(dict="core").create(sudachipy.SplitMode.C)


def _split_mode(name: str) -> Any:
    import sudachipy  # noqa: PLC0415 - same

    return getattr(sudachipy.SplitMode, name)
