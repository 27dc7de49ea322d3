"""The alphabet of the Kokoro family: IPA with a few additional letters, and marks that shape pauses.

The numbers are those of the published model (Kokoro-82M, `config.json`, Apache-2.0); gaps are unassigned
numbers.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from msgspec import Struct

_IN_ORDER: Final = (
    '·;:,.!?··—…"()“” \u0303ʣʥʦʨᵝꭧAI·····O·Q·ST··W·Yᵊabcdef·hijklmnopqrstuvwxyzɑɐɒæ··βɔɕç·ɖðʤə·ɚɛɜ··ɟ·ɡ··'
    "····ɥ·ɨɪʝ······ɯɰŋɳɲɴø·ɸθœ··ɹ·ɾɻ·ʁɽʂʃʈʧ·ʊʋ·ʌɣɤ·χʎ···ʒʔ·······ˈˌː···ʰ·ʲ····↓·→↗↘···ᵻ"
)
NUMBERS: Final[dict[str, int]] = {symbol: number for number, symbol in enumerate(_IN_ORDER) if symbol != "·"}
"""Numbers by symbol; 0 is the padding at both ends of a sequence."""

PAD: Final = 0
CLOSING: Final = frozenset(".,!?;:…—)”")
OPENING: Final = frozenset("“(")
PAUSES: Final = frozenset(".,!?;:…—")

_MARKS: Final = dict(
    zip("«»„、，。！？：；（）।،؛؟–．《》「」『』·", "“”“,,.!?:;().,;?—.“”“”“”,", strict=True)
)


class Sounded(Struct, frozen=True, kw_only=True):
    """A word of token `token`: opening marks, its sounds, and what follows it (marks, a space or nothing).

    `sure` is False where the sounds of several words had to be distributed among them.
    """

    token: int
    before: str
    sounds: str
    after: str
    sure: bool = True


def plain_marks(text: str) -> str:
    """`text` in NFC, with the marks of all languages replaced by those in the alphabet."""
    return "".join(_MARKS.get(char, char) for char in unicodedata.normalize("NFC", text))


def known(sounds: str) -> str:
    """`sounds` without symbols that are not in the alphabet."""
    return "".join(symbol for symbol in sounds if symbol in NUMBERS)
