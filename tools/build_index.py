"""Writes the picture index: assets/artwork/index.zip.

Run it after every change of assets/artwork/{things.txt, keywords.zip, forms.zip} or of how spellings are
normalised:

    python -m tools.build_index

The archive holds one JSON per language, for `renderer.visuals.matching.picture_index`.
"""

from __future__ import annotations

import io
import zipfile
from typing import Final

import msgspec

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.build_index import build_index
from renderer.visuals.matching.picture_index import INDEX_FILE

EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def archive() -> bytes:
    """The bytes of the index of all languages; the same sources give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        for language in Language:
            text = msgspec.json.encode(build_index(language), order="deterministic")
            name = zipfile.ZipInfo(f"{language.value}.json", EPOCH)
            out.writestr(name, text, compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
    return packed.getvalue()


def main() -> None:
    """Write the archive."""
    INDEX_FILE.write_bytes(archive())


if __name__ == "__main__":
    main()
