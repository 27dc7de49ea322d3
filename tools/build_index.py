"""Writes the keyword index: assets/artwork/index.zip.

Run it after every change of assets/artwork/{keywords.zip, concepts.toml} or of how words are stemmed:

    python -m tools.build_index

It holds one JSON per language, as `renderer.visuals.keyword_index` reads it.
"""

from __future__ import annotations

import zipfile
from typing import Final

import msgspec

from renderer.contract.vocabulary import Language
from renderer.visuals.indexing import build_index
from renderer.visuals.keyword_index import INDEX_FILE

EPOCH: Final = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build all languages and write the archive; the same sources give the same bytes."""
    with zipfile.ZipFile(INDEX_FILE, "w") as archive:
        for language in Language:
            text = msgspec.json.encode(build_index(language), order="deterministic")
            name = zipfile.ZipInfo(f"{language.value}.json", EPOCH)
            archive.writestr(name, text, compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)


if __name__ == "__main__":
    main()
