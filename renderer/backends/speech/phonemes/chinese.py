"""Mandarin: converts pinyin (pypinyin, MIT) to the sounds and tone arrows that the voices know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from renderer.backends.speech.phonemes.symbols import CLOSING, Sounded, known, plain_marks

_FINALS: Final = dict(
    pair.split(":")
    for pair in [
        "a:a0",
        "ai:ai0",
        "an:a0n",
        "ang:a0ŋ",
        "ao:au0",
        "e:ɤ0",
        "ei:ei0",
        "en:ə0n",
        "eng:ə0ŋ",
        "er:ɚ0",
        "i:i0",
        "ia:ja0",
        "ian:jɛ0n",
        "iang:ja0ŋ",
        "iao:jau0",
        "ie:je0",
        "in:i0n",
        "iou:jou0",
        "ing:i0ŋ",
        "iong:jʊ0ŋ",
        "ong:ʊ0ŋ",
        "ou:ou0",
        "u:u0",
        "uei:wei0",
        "ua:wa0",
        "uai:wai0",
        "uan:wa0n",
        "uen:wə0n",
        "uang:wa0ŋ",
        "ueng:wə0ŋ",
        "uo:wo0",
        "o:wo0",
        "v:y0",
        "ve:ɥe0",
        "van:ɥɛ0n",
        "vn:y0n",
        "io:jɔ0",
        "ê:ɛ0",
    ]
)
_INITIALS: Final = dict(
    pair.split(":")
    for pair in [
        "b:p",
        "c:ʦʰ",
        "ch:ꭧʰ",
        "d:t",
        "f:f",
        "g:k",
        "h:x",
        "j:ʨ",
        "k:kʰ",
        "l:l",
        "m:m",
        "n:n",
        "p:pʰ",
        "q:ʨʰ",
        "r:ɻ",
        "s:s",
        "sh:ʂ",
        "t:tʰ",
        "x:ɕ",
        "z:ʦ",
        "zh:ꭧ",
    ]
)
_BUZZING: Final = frozenset(["zh", "ch", "sh", "r", "z", "c", "s"])
_TONES: Final = ("", "→", "↗", "↓", "↘")
"""The neutral tone (written 5), then the four tones."""


def read_chinese(words: Sequence[tuple[int, str]]) -> tuple[Sounded, ...]:
    """The sounds of (token, word in Chinese characters with its marks), read in the context of all words."""
    import pypinyin  # noqa: PLC0415  loads dictionaries

    text = "".join(word for _, word in words)
    styles = (pypinyin.Style.INITIALS, pypinyin.Style.FINALS_TONE3)
    initials, finals = (
        pypinyin.lazy_pinyin(
            text,
            style=style,
            neutral_tone_with_five=True,
            tone_sandhi=True,
            errors=_unread,  # type: ignore[arg-type]  # it takes lists as well
        )
        for style in styles
    )
    sounds = [_syllable(first, last) for first, last in zip(initials, finals, strict=True)]
    found, place = [], 0
    for token, word in words:
        marks = plain_marks(word)
        closing = "".join(char for char in marks if char in CLOSING)
        said = "".join(sounds[place : place + len(word)])
        place += len(word)
        found.append(Sounded(token=token, before="", sounds=known(said), after=closing + " "))
    return tuple(found)


def _unread(run: str) -> list[str]:
    """An entry for each character without a reading, so that positions stay aligned."""
    return [""] * len(run)


def _syllable(initial: str, final: str) -> str:
    if not final or not final[-1].isdigit():
        return ""
    name, tone = final[:-1].replace("ü", "v"), _TONES[int(final[-1]) % 5]
    if name == "i" and initial in _BUZZING:
        return _INITIALS[initial] + "ɨ" + tone
    if (initial, name) == ("", "o"):
        return "ɔ" + tone
    return _INITIALS.get(initial, "") + _FINALS.get(name, "").replace("0", tone)
