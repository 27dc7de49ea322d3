"""Generated topics and scripts such as people, programs and attackers write, each found by its number."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from renderer.contract.orders.base import CaptionSettings, VideoSettings
from renderer.contract.vocabulary import (
    TOPIC_CHARACTERS,
    CaptionPosition,
    CaptionStyle,
    Language,
    StylePack,
    VideoMode,
    Voice,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One order: a topic or a ready script, and the settings."""

    topic: str
    script: str
    settings: VideoSettings


SUBJECTS: Final = {
    Language.EN: ("cats", "empires", "black holes", "compound interest", "the Titanic", "sleep", "R&B"),
    Language.ES: ("los volcanes", "la inflación", "el año 1492", "niños", "¿el café?"),
    Language.ZH: ("人工智能", "长城的秘密", "为什么天空是蓝色的", "3万亿元", "猫"),
    Language.HI: ("ताजमहल", "भारत का इतिहास", "नींद क्यों आती है", "₹5 करोड़"),
    Language.AR: ("الأهرامات", "لماذا ننام", "سقوط بغداد ١٢٥٨", "القهوة"),
    Language.PT: ("o café", "a inflação de 1994", "os dragões", "São Paulo"),
    Language.FR: ("l’été 1789", "les œufs", "la dette", "Où va l’argent ?"),
    Language.JA: ("タコの心臓", "富士山", "なぜ空は青いのか", "1945年", "お金"),
    Language.DE: ("Donaudampfschifffahrt", "die Mauer", "Straße 66", "Schulden"),
    Language.RU: ("космос", "почему мы спим", "крах 1998 года", "ёжик"),
}
FRAMES: Final = ("Why {} {n}", "{n} facts about {}", "{}", "{}: {n}%", "{} vs. {}", "How {} lost ${n}M")
OTHER_SCRIPTS: Final = (
    "왜 하늘은 파란가", "ทำไมท้องฟ้าเป็นสีฟ้า", "למה השמיים כחולים", "Γιατί ο ουρανός είναι μπλε",
    "Tại sao bầu trời xanh", "Ինչու է երկինքը կապույտ", "რატომ არის ცა ლურჯი", "আকাশ কেন নীল", "வானம் ஏன் நீலம்",
    "ఆకాశం ఎందుకు నీలం", "આકાશ કેમ વાદળી", "ਅਸਮਾਨ ਨੀਲਾ ਕਿਉਂ", "ಆಕಾಶ ಏಕೆ ನೀಲಿ", "ആകാശം നീല", "ሰማይ ለምን ሰማያዊ",
    "ནམ་མཁའ་", "မိုးကောင်းကင်", "អាកាស", "ທ້ອງຟ້າ", "අහස", "ꦲꦏ꧀ꦱ", "ᚠᚢᚦ", "𓀀𓂀", "𒀀𒁀", "ᏣᎳᎩ", "ߒߞߏ", "ⵣⵣ",
)  # fmt: skip
RARE: Final = (
    "𠀀", "𪚥", "𩸽", "𠮷", "ﷺ", "﷽", "ﬁ", "½", "①", "㍿", "㋿", "Ⅷ", "ª", "№", "𝔘", "𝟘", "ß", "ŉ", "ǆ", "İ",
    "ı", "ẞ", "ﬃ", "ʼ", "״", "۞", "ꙮ", "⸘", "〓", "〆", "ゟ", "ー", "ゝ", "々", "ㆍ", "ᄀ", "ㄱ",
)  # fmt: skip
EMOJI: Final = (
    "🔥", "😀", "❤️", "👨‍👩‍👧‍👦", "👍🏽", "🇫🇷", "🇫", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🎬", "☠", "©", "™", "🫠", "🪿", "👩🏿‍🚀", "🏳️‍🌈",  # noqa: E501 - joiners
)  # fmt: skip
SIGNS: Final = (
    "?", "!!!", "…", "—", "- -", "“", "«»", "()", "$", "%", "&", "@", "#", "\\", "/", "*", "_", "|", "~", "`",
    "<b>", "{topic}", "{0}", "%s", "[x](y)", "\u200b", "\u200d", "\u202e", "\ufeff", "\u00ad", "\u0301",
    "\u00a0", "\u2028", "\t", "\n", "\n\n", "\x7f", "\u0085", "\ue000", "\U0010ffff", "।", "؟", "۔", "。",
)  # fmt: skip


def case(number: int, *, seed: int) -> Case:
    """The order with this number; the same number and seed give the same order on every machine."""
    dice = random.Random(f"{seed}:{number}")  # noqa: S311 - repeatable, nothing secret
    language = dice.choice(list(Language))
    text = dice.choice(KINDS)(dice, language)
    own = dice.random() < _OWN_SCRIPTS
    return Case(
        topic="" if own else text[:TOPIC_CHARACTERS],
        script="\n\n".join([text, *(dice.choice(KINDS)(dice, language) for _ in range(3))])[:LONGEST]
        if own
        else "",
        settings=VideoSettings(
            language=language,
            video_mode=dice.choice(list(VideoMode)),
            style_pack=dice.choice(list(StylePack)),
            voice=dice.choice(list(Voice)),
            captions=CaptionSettings(
                style=dice.choice(list(CaptionStyle)), position=dice.choice(list(CaptionPosition))
            ),
        ),
    )


LONGEST: Final = 1200
_OWN_SCRIPTS: Final = 0.1
_PLAIN: Final = 0.7


def _figure(dice: random.Random) -> str:
    size = dice.choice((1, 1, 2, 2, 3, 4, 6, 9, 16, 30, 310))
    digits = "".join(dice.choice("0123456789") for _ in range(size))
    cut = dice.randrange(1, size + 1)
    marks = (
        "",
        "",
        "",
        ".",
        ",",
        "/",
        "-",
        "–",
        ":",
        " ",
        "'",
        "٫",
        "e",
        "x",
        "²",
        "%",
        "°C",
        " km",
        "k",
        "M",
        "bn",
    )
    return digits[:cut] + dice.choice(marks) + digits[cut:]


def _written(dice: random.Random, language: Language) -> str:
    """Topics as people type them, mostly in the order's language."""
    asked = language if dice.random() < _PLAIN else dice.choice(list(Language))
    first, second = dice.choice(SUBJECTS[asked]), dice.choice(SUBJECTS[asked])
    return dice.choice(FRAMES).replace("{n}", str(dice.randrange(2000))).format(first, second)


def _figures(dice: random.Random, language: Language) -> str:
    """Figures, money, dates, versions, phone numbers."""
    del language
    signs = ("", "", "$", "€", "₹", "¥", "R$", "-", "+", "#", "~", "v", "A")
    parts = [dice.choice(signs) + _figure(dice) for _ in range(dice.randrange(1, 5))]
    return " ".join(("Pay", *parts)) if dice.random() < _PLAIN else " ".join(parts)


def _foreign(dice: random.Random, language: Language) -> str:
    """Other scripts, alone or among the language's own words."""
    parts = [dice.choice(OTHER_SCRIPTS) for _ in range(dice.randrange(1, 3))]
    if dice.random() < _PLAIN:
        parts.append(dice.choice(SUBJECTS[language]))
    dice.shuffle(parts)
    return " ".join(parts)


def _signs(dice: random.Random, language: Language) -> str:
    """Rare letters, emoji and marks between words, or alone."""
    parts = [dice.choice(dice.choice((RARE, EMOJI, SIGNS))) for _ in range(dice.randrange(1, 8))]
    if dice.random() < _PLAIN:
        parts += dice.choices(SUBJECTS[language], k=dice.randrange(1, 4))
    dice.shuffle(parts)
    return dice.choice(("", " ")).join(parts)


def _endless(dice: random.Random, language: Language) -> str:
    """One letter, word or figure repeated many times, often without a space."""
    pieces = (
        "a",
        "漢",
        "7",
        "ก",
        "ا",
        "я",
        "あ",
        "ह",
        "W",
        "i",
        ".",
        "한",
        "é",
        "a-",
        "a.",
        "ab ",
        "🔥",
        "(",
        "z\u0301",
    )
    piece = dice.choice((*pieces, dice.choice(SUBJECTS[language])))
    return piece * dice.choice((30, 100, 500, TOPIC_CHARACTERS // len(piece)))


def _any(dice: random.Random, language: Language) -> str:
    """Random code points, from one block or from all of Unicode."""
    del language
    base = dice.choice(
        (0x20, 0x80, 0x300, 0x900, 0x1100, 0x2000, 0x3000, 0xFB00, 0x1D400, 0x1F300, 0x20000, 0)
    )
    points = (
        dice.randrange(base, base + 0x400) if base else dice.randrange(0x110000)
        for _ in range(dice.randrange(1, 60))
    )
    return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)  # noqa: PLR2004 - surrogates


KINDS: Final[tuple[Callable[[random.Random, Language], str], ...]] = (
    _written, _written, _written, _figures, _foreign, _signs, _endless, _any,
)  # fmt: skip
