"""Failures of a server as `ClipwrightError`s: the only place where httpx's errors become ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import httpx

from renderer.errors import ClipwrightError
from renderer.net.endpoint import Endpoint
from renderer.net.replies import retry_after
from renderer.net.too_much import UNREACHABLE, TooMuchError

_NOWHERE: Final = "it names an address that is not valid"
_KEY_STATUSES: Final = frozenset({401, 403})
_BUSY_STATUSES: Final = frozenset({408, 425, 429, 503, 529})


def too_late(provider: str) -> ClipwrightError:
    """The error for a server that did not answer in time."""
    reason = "it did not answer in time (CLIPWRIGHT_PROVIDER_IDLE_SECONDS)"
    return ClipwrightError("provider_failed", provider=provider, reason=reason)


def broken_off(endpoint: Endpoint, error: Exception) -> ClipwrightError:
    """The error for a failed connection; the message is kept only when our own transport wrote it."""
    reason = str(error) if type(error) is httpx.TransportError else "the connection broke off"
    advice = f"; look at {endpoint.setting}" if reason == UNREACHABLE else ""
    return ClipwrightError("provider_failed", provider=endpoint.provider, reason=reason + advice)


def named_nowhere(endpoint: Endpoint) -> ClipwrightError:
    """The error for an address, in a setting or a reply, that is not valid."""
    return ClipwrightError("provider_failed", provider=endpoint.provider, reason=_NOWHERE)


@contextmanager
def foreign_failures(endpoint: Endpoint) -> Iterator[None]:
    """Turn httpx's errors into ours."""
    try:
        yield
    except TooMuchError as error:
        raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=error) from error
    except httpx.TimeoutException as error:
        raise too_late(endpoint.provider) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise broken_off(endpoint, error) from error
    except ValueError as error:  # a bad port or host name is only found when the address is used
        raise named_nowhere(endpoint) from error


def status_failure(endpoint: Endpoint, status: int, headers: Mapping[str, str]) -> ClipwrightError:
    """The error that an HTTP status of 3xx and above stands for."""
    provider = endpoint.provider
    if status in _KEY_STATUSES:
        return ClipwrightError(
            "provider_key", provider=provider, status=status, setting=endpoint.key_setting or endpoint.setting
        )
    if status in _BUSY_STATUSES:
        return ClipwrightError(
            "provider_busy", provider=provider, status=status, seconds=f"{retry_after(headers):g}"
        )
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return ClipwrightError("provider_failed", provider=provider, reason=f"status {status}")
    if status == httpx.codes.NOT_FOUND:
        reason = f"it has no such address or model (status 404); look at {endpoint.setting}"
        return ClipwrightError("provider_refused", provider=provider, reason=reason)
    return ClipwrightError("provider_refused", provider=provider, reason=f"status {status}")
