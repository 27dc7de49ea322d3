"""Any OpenAI-compatible image endpoint: one paid call per picture, cached before it is used."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct, field

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.backends.imagery.picture_bytes import picture_kind
from renderer.backends.providers.prices import Prices
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.response_cache import ResponseCache, remembered, request_key

REVISION: Final = 1
_NO_PICTURE: Final = "its reply holds no picture"
_CUT_OFF: Final = "its picture is cut off"
PROMPT: Final = (
    "A photorealistic picture for one shot of a documentary video, with a clear subject and calm "
    "surroundings: {subject}. No text, letters, captions, logos, watermarks or frames in the picture."
)
LICENCE: Final = "made for this video; terms of the provider"


class OpenAIImages(Struct, frozen=True, kw_only=True):
    """Generates pictures through `client`; `upright` and `wide` are the sizes that the model offers."""

    client: HttpClient
    model: str
    policy: Policy
    cache: ResponseCache
    prices: Prices = field(default_factory=Prices)
    upright: tuple[int, int] = (1024, 1536)
    wide: tuple[int, int] = (1536, 1024)

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model

    @property
    def fingerprint(self) -> str:
        """Model, server, sizes and revision."""
        return f"{self.model} at {self.client.endpoint.place} r{REVISION} {self.upright} {self.wide}"

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """The one picture that can be generated for the phrase; makes no call yet."""
        del language  # the models understand all ten
        width, height = self.upright if shape.upright else self.wide
        credit = Credit(provider=self.client.endpoint.provider, licence=LICENCE, author=self.model)
        mark = request_key("made", model=self.model, phrase=phrase, size=[width, height])[:24]
        return [
            Candidate(
                identity=f"made:{mark}",
                address=phrase,
                title=phrase,
                width=width,
                height=height,
                credit=credit,
            )
        ]

    def fetch(self, candidate: Candidate) -> bytes:
        """Make the picture, or take it from the cache.

        Raises:
            ClipwrightError: `provider_reply` for an answer without a picture; `provider_refused` when the
                model declines; what `HttpClient` and `Policy` raise.
        """
        key = request_key("image", client=self.fingerprint, phrase=candidate.address, width=candidate.width)
        return remembered(self.cache, key, lambda: self._made(candidate))

    def _made(self, candidate: Candidate) -> bytes:
        """Download from an address that an earlier run bought, if it has not expired, else buy a picture."""
        key = request_key(
            "image address", client=self.fingerprint, phrase=candidate.address, width=candidate.width
        )
        kept = self.cache.get(key).decode()
        if kept:
            with suppress(ClipwrightError):
                return self._downloaded(kept)
        body, address = self.policy.call(
            self.client.endpoint.provider, lambda: self._bought(candidate), cost=self.prices.picture
        )
        if body:
            return body
        self.cache.put(key, address.encode())
        return self._downloaded(address)

    def _bought(self, candidate: Candidate) -> tuple[bytes, str]:
        """The picture, or the address to download it from; raises `provider_reply` when there is neither."""
        request = {
            "model": self.model,
            "prompt": PROMPT.format(subject=candidate.address),
            "size": f"{candidate.width}x{candidate.height}",
            "n": 1,
        }
        answer = self.client.post("/images/generations", request)
        document = answer.json(self.client.endpoint.provider)
        rows = document.get("data") if isinstance(document, dict) else None
        row = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}
        coded, address = row.get("b64_json"), row.get("url")
        if isinstance(coded, str) and coded:
            return self._checked(self._decoded(coded)), ""
        if isinstance(address, str) and address.startswith(("http://", "https://")):
            return b"", address
        raise self._unusable(_NO_PICTURE)

    def _decoded(self, coded: str) -> bytes:
        try:
            return base64.b64decode(coded, validate=True)
        except binascii.Error as error:
            raise self._unusable(_CUT_OFF) from error

    def _downloaded(self, address: str) -> bytes:
        return self.policy.call(
            self.client.endpoint.provider,
            lambda: self._checked(self.client.get(address, accept="image/*").body),
        )

    def _checked(self, body: bytes) -> bytes:
        try:
            picture_kind(body)
        except ValueError as error:
            raise self._unusable(str(error)) from error
        return body

    def _unusable(self, reason: str) -> ClipwrightError:
        return ClipwrightError("provider_reply", provider=self.client.endpoint.provider, reason=reason)
