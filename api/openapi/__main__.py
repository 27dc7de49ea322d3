"""`python -m api.openapi` prints the published document as YAML, with a neutral server address."""

from __future__ import annotations

import sys

import yaml

from api.app import document_app
from api.openapi.document import build_openapi


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, _: object) -> bool:
        """Write repeated values out in full instead of as YAML aliases."""
        return True


def document_yaml() -> str:
    """The document in the form that is committed."""
    document = build_openapi(document_app(), origin="http://127.0.0.1:8000")
    text: str = yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=110)
    return text


if __name__ == "__main__":
    sys.stdout.write(document_yaml())
