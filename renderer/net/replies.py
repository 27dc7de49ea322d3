"""A server's complete reply, what it may ask of us, and what to say of one of another kind."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from renderer.errors import ClipwrightError

LONGEST_WAIT: Final = 600.0
"""A server that asks for a longer pause (seconds) is as good as away."""


class HttpResponse(Struct, frozen=True, kw_only=True):
    """A complete, successful reply; `kind` is its media type in lower case without parameters.

    `setting` names the one that holds the server's address.
    """

    body: bytes
    kind: str
    headers: Mapping[str, str]
    setting: str = ""

    def unexpected(self, provider: str, wanted: str) -> ClipwrightError:
        """What to raise when the kind is not the wanted one."""
        return wrong_kind(provider, self.kind, wanted=wanted, setting=self.setting)

    def json(self, provider: str) -> Any:
        """The body as JSON.

        Raises:
            ClipwrightError: `provider_reply` when it is none.
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
    """A reply of another media type than wanted: most often the address is that of a page."""
    advice = f"; look at {setting}" if setting else ""
    reason = f"it sent {kind or 'an untyped body'} where {wanted} belongs{advice}"
    return ClipwrightError("provider_reply", provider=provider, reason=reason)


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds that a reply asks to wait: 0 when it does not ask, at most `LONGEST_WAIT`."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            seconds = 0.0
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else 0.0  # noqa: PLR0124 - NaN differs from itself
