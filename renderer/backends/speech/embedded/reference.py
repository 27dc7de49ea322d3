"""Readings of a line in voices with known word times, against which other audio is aligned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from renderer.backends.speech.base import Speech
from renderer.backends.speech.embedded.espeak import EspeakEngine
from renderer.backends.speech.embedded.openjtalk import OpenJTalkEngine
from renderer.backends.speech.joining import joined
from renderer.backends.speech.script_runs import VOICE_NAMES, runs_by_script
from renderer.backends.speech.spans import spoken_with_ranges
from renderer.contract.vocabulary import Language, Voice
from renderer.core.script import Line, Token
from renderer.core.voice import EspeakTimbre
from renderer.errors import ClipwrightError

VARIANTS: Final = ("f2", "m3", "klatt4")
"""espeak voices that differ from each other; more would gain a millisecond and double the cost."""
RATE: Final = 160
_JAPANESE: Final = "ja"
_OWN_VOICES: Final = (Voice.BRIGHT_EXPLAINER, Voice.DEEP_DOCUMENTARY)
_MARK: Final = "記号"


class SpokenReferences(Struct, frozen=True, kw_only=True):
    """Reads with espeak; Japanese from its kana and, with `natural`, also with Open JTalk."""

    variants: tuple[str, ...] = VARIANTS
    natural: bool = True
    espeak: EspeakEngine = field(default_factory=EspeakEngine)
    openjtalk: OpenJTalkEngine = field(default_factory=OpenJTalkEngine)

    @property
    def fingerprint(self) -> str:
        """The engines' fingerprints and the voices."""
        engines = f"{self.espeak.fingerprint} {self.openjtalk.fingerprint}"
        return f"{' '.join(self.variants)} natural {self.natural} {engines}"

    def readings(self, line: Line, *, language: Language) -> Sequence[Speech]:
        """The line in each voice; raises what the engines raise."""
        if language is not Language.JA:
            return self._read(line, language, VOICE_NAMES[language])
        return self._read(in_kana(line), language, _JAPANESE) + (self._natural(line) if self.natural else [])

    def _read(self, line: Line, language: Language, voice: str) -> list[Speech]:
        runs = runs_by_script(line.tokens, language=language, own_voice=voice)
        timbres = [EspeakTimbre(variant=name, pitch=50, range=50, rate=RATE) for name in self.variants]
        parts = self.espeak.speak_runs(line.id, [(run, timbre) for timbre in timbres for run in runs])
        return [joined(parts[first : first + len(runs)]) for first in range(0, len(parts), len(runs))]

    def _natural(self, line: Line) -> list[Speech]:
        try:
            return [self.openjtalk.speak(line, language=Language.JA, voice=voice) for voice in _OWN_VOICES]
        except ClipwrightError:
            return []  # it has words in a foreign script, which only espeak's kana readings cover


def in_kana(line: Line) -> Line:
    """The line with every token as pronounced, in kana and separated by spaces, for voices without kanji."""
    import pyopenjtalk  # noqa: PLC0415  loads dictionaries

    spoken = spoken_with_ranges(line.tokens)
    features, morphs = pyopenjtalk.run_frontend_detailed(spoken.text)
    said = [""] * len(line.tokens)
    token = 0
    for word in pyopenjtalk.make_phoneme_mapping(features, morphs, caller_text=spoken.text):
        first, last = word["char_span"]
        if last > first:  # a reading without characters of its own ("十" in "24") belongs to the word before
            token = next((at for at, (start, end) in enumerate(spoken.ranges) if start <= first < end), token)
        said[token] += _sound(word)
    tokens = (
        Token(display=token.display, spoken=kana or token.spoken, gap=" ")
        for token, kana in zip(line.tokens, said, strict=True)
    )
    return Line(id=line.id, tokens=tuple(tokens))


def _sound(word: Mapping[str, Any]) -> str:
    if word["pos"] == _MARK:
        return "、"
    pronounced, read = str(word["pron"]).replace("’", ""), str(word["read"])
    # espeak does not know the long-vowel mark of pronunciations, but reads the vowel that is written
    return read if "ー" in pronounced else pronounced
