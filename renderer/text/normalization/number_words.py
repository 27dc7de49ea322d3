"""Reads assets/spoken/<language>.toml: how numbers, money, units and signs are spoken in one language."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language

SPOKEN_FOLDER: Final = ASSETS / "spoken"

Forms = Annotated[str, msgspec.Meta(min_length=1)]
"""Plural forms separated by "|": one, few, many (in most languages one, other); "f:" in front marks
feminine nouns."""


class SpokenWords(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """The words of one language; table keys are the written forms.

    `scale_link` comes between a scale and a currency ("millones de dólares"). `date` and `time` are
    templates with {day} {month} {year} and {hour} {minute}. `regnal` and `counted` are words before a Roman
    numeral that is read as an ordinal or a cardinal. `eras` are words after a year, as written. The
    space-separated `stop_words` say nothing about a subject; the further words of `pictureless` show nothing,
    and those of `telling` are about how a subject is told ("history", "reasons").
    """

    stop_words: str
    pictureless: str
    telling: str
    decimal: str
    point: str
    minus: str
    range: str
    ratio: str
    fraction: str
    dot: str
    at: str
    hashtag: str
    number_sign: str
    scale_link: str = ""
    cents_link: str = ""
    date: str
    time: str
    full_hour: str
    months: Annotated[tuple[str, ...], msgspec.Meta(min_length=12, max_length=12)]
    month_words: tuple[str, ...] = ()
    eras: frozenset[str] = frozenset()
    year_before: tuple[str, ...] = ()
    regnal: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    symbols: dict[str, str]
    currencies: dict[str, Forms]
    cents: dict[str, Forms] = {}
    scales: dict[str, Forms]
    scale_words: tuple[str, ...] = ()
    units: dict[str, Forms]
    fractions: dict[str, str] = {}
    abbreviations: dict[str, str] = {}


@functools.cache
def spoken_words(language: Language, folder: Path = SPOKEN_FOLDER) -> SpokenWords:
    """Read and check the words of `language`.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    path = folder / f"{language.value}.toml"
    return read_asset(path, SpokenWords)
