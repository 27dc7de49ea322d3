"""What can be drawn: concepts with their artwork and their nouns in ten languages, and the names of artwork.

assets/artwork/things.txt is written by hand, one concept per line; a noun with other meanings has cues, words
of which one must be near, or none if marked with "!". The names of single things ("octopus", "anvil") come
from Unicode CLDR.
"""

from __future__ import annotations

import json
import re
import zipfile
from functools import lru_cache
from typing import Final

from msgspec import Struct

from renderer.assets import ARTWORK_FOLDER, invalid
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.painters.artwork import artwork_names

FILE: Final = ARTWORK_FOLDER / "things.txt"
COLUMNS: Final = tuple(
    Language(code) for code in ("en", "es", "pt", "fr", "de", "ru", "hi", "ar", "zh", "ja")
)
NOTHING: Final = "-"
FLAG: Final = "flag-"
_WORD: Final = re.compile(r"([^{},]+)(?:\{([^}]*)\})?")
_NO_THING: Final = re.compile(
    r"^(person|people|mrs|mx|santa|flag)-|-(face|hand|heart|symbol|fist|button|moon|banknote)$|hand-|heart-|hands$|"
    r"^(man|woman|boy|girl|child|older|old-(man|woman)|baby|backhand|index|thumbs|leftwards|rightwards|hear-no|see-no|speak-no|"
    r"chart|oncoming|eye-in|clinking|love|kiss|zzz|dizzy|sweat|dashing|anger|waving|crossed|ok|call-me|hot-pepper|"
    r"selfie|prince|princess|singer|student|teacher|cook|guard|artist|judge|pilot|mechanic|technologist|scientist|"
    r"office-worker|factory-worker|health-worker|firefighter|detective|astronaut|farmer|worker|ninja|superhero|"
    r"genie|fairy|vampire|zombie|elf|mage|ogre|goblin|troll|clown|ghost|alien|robot|unicorn|dragon|jack-o|"
    r"wheelchair|transgender|rainbow|pirate-flag|white-flag|black-flag|triangular-flag|"
    r"red-paper|hundred|sparkles|glowing|collision|droplet|leaf|fallen|maple|sun|moon|cloud|wind|fog|water-wave|"
    r"national|japanese|kaaba|khanda|menorah|om|place|atm|no-entry|stop|level|control|card|mahjong|flower-playing|"
    r"pager|fax|dvd|optical|computer-disk|videocassette|trackball|joystick|slot|pool|nazar|hamsa|bikini|briefs|"
    r"mate|sake|salt|pear|kite|hook|jar|swan|spoon|seat|sponge|custard|label|link|key|knot|hole|bowling|cricket|lime)"
    r"(-|$)"
)
"""Names of artwork of persons, faces, gestures, signs and weather, and of things with too many meanings."""


class ThingWord(Struct, frozen=True, kw_only=True):
    """A noun in dictionary form; one of its `cues`, if any, must begin a word nearby, and none with a "!"."""

    text: str
    cues: tuple[str, ...] = ()


class Thing(Struct, frozen=True, kw_only=True):
    """A concept: its artwork, best first, or none for words that must call for nothing, and its nouns."""

    artwork: tuple[str, ...]
    words: tuple[ThingWord, ...]


@lru_cache(maxsize=16)
def things(language: Language) -> tuple[Thing, ...]:
    """The whole table in one language, in its order.

    Raises:
        ClipwrightError: `asset_missing`; `asset_invalid` naming the line that is not well formed.
    """
    try:
        lines = FILE.read_text("utf-8").splitlines()
    except OSError as error:
        raise ClipwrightError("asset_missing", path="assets/artwork/things.txt") from error
    rows = (
        (number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")
    )
    return tuple(_thing(number, line, language) for number, line in rows)


@lru_cache(maxsize=16)
def names(language: Language) -> tuple[tuple[str, str], ...]:
    """Artwork and spoken names of single things, except flags; one word long, or up to two in English."""
    return tuple(
        (artwork, spoken)
        for artwork, spoken in _spoken(language)
        if not _NO_THING.search(artwork) and _is_plain(spoken, language)
    )


@lru_cache(maxsize=16)
def countries(language: Language) -> tuple[tuple[str, str], ...]:
    """Flags ("flag-fr") and the names of their countries."""
    return tuple((artwork, spoken) for artwork, spoken in _spoken(language) if artwork.startswith(FLAG))


def _thing(number: int, line: str, language: Language) -> Thing:
    cells = [cell.strip() for cell in line.split("|")]
    artwork = () if cells[0] == NOTHING else tuple(cells[0].split())
    unknown = [name for name in artwork if name not in artwork_names()]
    if len(cells) != len(COLUMNS) + 1 or unknown:
        problem = (
            f"unknown artwork {', '.join(unknown)}" if unknown else f"{len(COLUMNS) + 1} cells are needed"
        )
        raise invalid(FILE, f"line {number}", problem)
    found = _WORD.findall(cells[1 + COLUMNS.index(language)])
    words = (ThingWord(text=text.strip(), cues=tuple(cues.split())) for text, cues in found if text.strip())
    return Thing(artwork=artwork, words=tuple(words))


def _is_plain(spoken: str, language: Language) -> bool:
    shortest = 2 if language in {Language.ZH, Language.JA, Language.HI, Language.AR} else 3
    most = 2 if language is Language.EN else 1
    return len(spoken.split()) <= most and len(spoken) >= shortest


def _spoken(language: Language) -> tuple[tuple[str, str], ...]:
    path = ARTWORK_FOLDER / "keywords.zip"
    if not path.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/keywords.zip")
    with zipfile.ZipFile(path) as archive:
        raw: dict[str, list[object]] = json.loads(archive.read(f"{language.value}.json"))
    return tuple((artwork, str(value[0])) for artwork, value in sorted(raw.items()))
