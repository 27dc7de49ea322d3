"""A client of a wiki's Action API (mediawiki.org/wiki/API): polite, bounded, with translated errors.

Every request carries `maxlag` and an agent string with a contact, as the API's etiquette asks. Errors arrive
with status 200 and a body; `maxlag` and `ratelimited` mean that the request should be repeated later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.net.http import HttpClient
from renderer.net.policy import Policy
from renderer.net.replies import HttpResponse, retry_after

AGENT: Final = "Clipwright/0.1 ({contact}; reads one article a video)"
"""The agent string of requests; the API's etiquette asks for a way to contact the sender."""
NO_CONTACT: Final = "contact: see CLIPWRIGHT_KNOWLEDGE_CONTACT of the installation"
MAXLAG_SECONDS: Final = 5
_COMMON: Final = {
    "format": "json",
    "formatversion": "2",
    "errorformat": "plaintext",
    "maxlag": str(MAXLAG_SECONDS),
}
_BUSY: Final = frozenset({"maxlag", "ratelimited", "readonly"})


def agent(contact: str) -> str:
    """The agent string with a contact address, in printable ASCII."""
    plain = "".join(char for char in contact if " " <= char <= "~" and char not in "()")[:200]
    return AGENT.format(contact=plain or NO_CONTACT)


class Wiki(Struct, frozen=True, kw_only=True):
    """A wiki's api.php; `provider` names it in error messages."""

    client: HttpClient
    policy: Policy

    @property
    def provider(self) -> str:
        """The wiki's name in error messages."""
        return self.client.endpoint.provider

    def query(self, **asked: str) -> Mapping[str, Any]:
        """The `query` object of a reply to `action=query`.

        Raises:
            ClipwrightError: what `HttpClient.get` raises; `provider_busy` for maxlag; `provider_refused`
                with the wiki's code for its other errors; `provider_reply` for a reply of another form.
        """
        document = self.ask(action="query", **asked)
        query = document.get("query")
        if not isinstance(query, dict):
            raise ClipwrightError(
                "provider_reply", provider=self.provider, reason="its reply has no object 'query'"
            )
        return query

    def ask(self, **asked: str) -> Mapping[str, Any]:
        """The whole reply; raises what `query` raises."""
        return self.policy.call(
            self.provider, lambda: self._judged(self.client.get("", query={**_COMMON, **asked}))
        )

    def _judged(self, answer: HttpResponse) -> Mapping[str, Any]:
        document = answer.json(self.provider)
        if not isinstance(document, dict):
            raise ClipwrightError("provider_reply", provider=self.provider, reason="its reply is no object")
        codes = _error_codes(document)
        if codes & _BUSY:
            raise ClipwrightError(
                "provider_busy",
                provider=self.provider,
                status=min(codes & _BUSY),
                seconds=f"{max(1.0, retry_after(answer.headers)):g}",
            )
        if codes:
            code = "".join(char for char in min(codes)[:60] if char.isalnum() or char in "-_")
            raise ClipwrightError(
                "provider_refused", provider=self.provider, reason=f"its error is '{code or 'unnamed'}'"
            )
        return document


def _error_codes(document: Mapping[str, Any]) -> set[str]:
    """The error codes of a reply, in both error formats."""
    one = document.get("error")
    several = document.get("errors")
    found = [one] if isinstance(one, dict) else []
    found += [entry for entry in several if isinstance(entry, dict)] if isinstance(several, list) else []
    return {str(entry.get("code", "")) for entry in found}
