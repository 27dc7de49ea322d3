"""Japanese words with their part of speech, by Sudachi (Takaoka et al., 2018)."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import Struct

_NOUN: Final = ("名詞", "接尾辞", "形状詞")
_NAMING: Final = ("普通名詞", "固有名詞")
_lock: Final = threading.Lock()


class JapaneseWord(Struct, frozen=True, kw_only=True):
    """A word as written, its dictionary form, and whether a thing can be meant by it, or a place.

    `proper`: it is a name, but not of a place; `person`: of a person. `naming`: it is a noun by itself,
    neither a number nor one that says when or where; `suffix`: it makes another noun of the one before it.
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
    """All words in order; joined they give the text."""
    with _lock:
        return tuple(_word(morpheme) for morpheme in _tokenizer().tokenize(text))


@lru_cache(maxsize=512)
def japanese_parts(text: str) -> tuple[str, ...]:
    """The shortest words in order (関東|大|震災), which nothing may cut apart; joined they give the text."""
    with _lock:
        return tuple(part.surface() for part in _tokenizer().tokenize(text, _shortest()))


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
    """Sudachi's core dictionary is mapped, not read: it opens in a twentieth of a second."""
    import sudachipy  # noqa: PLC0415 - a native library and its dictionary, only where Japanese is written

    return sudachipy.Dictionary(dict="core").create(sudachipy.SplitMode.C)


def _shortest() -> Any:
    import sudachipy  # noqa: PLC0415 - same

    return sudachipy.SplitMode.A
