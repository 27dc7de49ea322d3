"""The picture index of a language: which concept a word, or a few words in a row, calls for.

It ships ready made (assets/artwork/index.zip, by tools/build_index.py); `build_index` says how.
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
"""Begins a cue that says another meaning is meant."""


class Sense(msgspec.Struct, frozen=True, array_like=True):
    """What a term may mean: the place of its concept in `PictureIndex.concepts`, and how sure that is.

    `cues`: beginnings of words, one of which must be near; none where the term has one meaning. Of those that
    begin with `VETO` none may be near.
    `named`: from the table of things, not only the name of a drawing.
    """

    concept: int
    cues: tuple[str, ...]
    named: bool


class PictureIndex(msgspec.Struct, frozen=True):
    """Terms are `plain` words with single spaces between; where the script has no spaces, running text.

    `concepts`: artwork of each concept, best first. `verbs`: terms that are verbs as well. `longer`: words
    that hide a term and mean something else. `tails`: terms that a longer word may end in ("Goldmünze").
    `countries`: name → ISO 3166 code ("FR"). `proper`: terms that are written with a capital ("Saturn"),
    where others are not.
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
