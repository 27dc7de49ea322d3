"""A server's complete reply, its Retry-After, and the error for a reply of the wrong media type."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from renderer.errors import ClipwrightError

LONGEST_WAIT: Final = 600.0
"""Longest pause, in seconds, that `retry_after` reports; a server that asks for more is as good as down."""


class HttpResponse(Struct, frozen=True, kw_only=True):
    """A complete, successful reply; `kind` is its media type in lower case without parameters.

    `setting` names the setting that holds the server's address.
    """

    body: bytes
    kind: str
    headers: Mapping[str, str]
    setting: str = ""

    def unexpected(self, provider: str, wanted: str) -> ClipwrightError:
        """The error to raise when `kind` is not the wanted one."""
        return wrong_kind(provider, self.kind, wanted=wanted, setting=self.setting)

    def json(self, provider: str) -> Any:
        """The body as JSON.

        Raises:
            ClipwrightError: `provider_reply` when it is not JSON.
        """
        if self.kind and not (self.kind.endswith(("json", "text/plain"))):
            raise self.unexpected(provider, "JSON")
        try:
            return msgspec.json.decode(self.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ClipwrightError(
                "provider_reply", provider=provider, reason="its JSON is cut off or broken"
            ) from error


def wrong_kind(provider: str, kind: str, *, wanted: str, setting: str) -> ClipwrightError:
    """The error for a reply of the wrong media type; usually the address is that of a web page."""
    advice = f"; look at {setting}" if setting else ""
    reason = f"it sent {kind or 'an untyped body'} where {wanted} belongs{advice}"
    return ClipwrightError("provider_reply", provider=provider, reason=reason)


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds that a reply asks the client to wait: 0 if it does not ask, at most `LONGEST_WAIT`."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            seconds = 0.0
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else 0.0  # noqa: PLR0124 - NaN check
