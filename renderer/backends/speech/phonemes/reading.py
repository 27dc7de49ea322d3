"""Converts a line's tokens to the sounds that a voice of the Kokoro family takes as input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

import regex

from renderer.backends.speech.embedded.espeak_process import EspeakProcess
from renderer.backends.speech.phonemes.chinese import read_chinese
from renderer.backends.speech.phonemes.from_espeak import read_words
from renderer.backends.speech.phonemes.japanese import read_japanese
from renderer.backends.speech.phonemes.symbols import Sounded
from renderer.backends.speech.script_runs import OWN_SCRIPTS, SCRIPT_VOICES, VOICE_NAMES, foreign_script
from renderer.contract.vocabulary import Language
from renderer.core.script import Token

REVISION: Final = 1
"""Raise when the same words could be read differently."""

_LATIN: Final = regex.compile(r"\p{Latin}")
_UNSPACED: Final[dict[Language, Callable[[Sequence[tuple[int, str]]], tuple[Sounded, ...]]]] = {
    Language.ZH: read_chinese,
    Language.JA: read_japanese,
}
_FOREIGN_READER: Final = VOICE_NAMES[Language.EN]
"""espeak voice that reads Latin words in Chinese and Japanese lines."""


def read_aloud(tokens: Sequence[Token], language: Language, *, process: EspeakProcess) -> tuple[Sounded, ...]:
    """Every word with its sounds, in order; a token has one or several words, or none without sounds.

    A word in a foreign script is converted by that script's reader; the speaking voice speaks its sounds.

    Raises:
        EspeakError, LookupError: the reader failed, or does not know the language.
    """
    words = [(at, word) for at, token in enumerate(tokens) for word in token.spoken.split()]
    if language not in _UNSPACED:
        own = OWN_SCRIPTS.get(language, frozenset())
        voices = [
            (at, word, SCRIPT_VOICES.get(foreign_script(word, own=own), VOICE_NAMES[language]))
            for at, word in words
        ]
        return read_words(voices, process=process)
    sounded: list[Sounded] = []
    for latin, run in groupby(words, key=lambda pair: bool(_LATIN.search(pair[1]))):
        part = list(run)
        sounded += (
            read_words([(at, word, _FOREIGN_READER) for at, word in part], process=process)
            if latin
            else _UNSPACED[language](part)
        )
    return tuple(sounded)
