"""The picture index of a language: which concept a word, or a few words in a row, calls for.

It ships prebuilt (assets/artwork/index.zip, by tools/build_index.py); see `build_index` for how it is made.
"""

from __future__ import annotations

import zipfile
from functools import lru_cache
from typing import Final

import msgspec

from renderer.assets import ARTWORK_FOLDER
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

INDEX_FILE: Final = ARTWORK_FOLDER / "index.zip"
UNSPACED: Final = frozenset({Language.ZH, Language.JA})
VETO: Final = "!"
"""Prefix of a cue that indicates another meaning."""


class Sense(msgspec.Struct, frozen=True, array_like=True):
    """A possible meaning of a term: the index of its concept in `PictureIndex.concepts`, and its conditions.

    `cues`: beginnings of words, one of which must be near; none if the term has one meaning. Of those that
    begin with `VETO`, none may be near.
    `named`: from the table of things, not only the name of a drawing.
    """

    concept: int
    cues: tuple[str, ...]
    named: bool


class PictureIndex(msgspec.Struct, frozen=True):
    """Terms are `plain` words separated by single spaces, or running text in scripts without spaces.

    `concepts`: artwork of each concept, best first. `verbs`: terms that are also verbs. `longer`: words that
    contain a term and mean something else. `tails`: terms that a longer word may end in ("Goldmünze").
    `countries`: name → ISO 3166 code ("FR"). `proper`: terms that are capitalised ("Saturn"), in languages
    where other terms are not.
    """

    concepts: tuple[tuple[str, ...], ...]
    terms: dict[str, tuple[Sense, ...]]
    verbs: frozenset[str]
    longer: frozenset[str]
    tails: frozenset[str]
    countries: dict[str, str]
    proper: frozenset[str]


@lru_cache(maxsize=16)
def picture_index(language: Language) -> PictureIndex:
    """The shipped index.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    if not INDEX_FILE.is_file():
        raise ClipwrightError("asset_missing", path="assets/artwork/index.zip")
    with zipfile.ZipFile(INDEX_FILE) as archive:
        return msgspec.json.decode(archive.read(f"{language.value}.json"), type=PictureIndex)
