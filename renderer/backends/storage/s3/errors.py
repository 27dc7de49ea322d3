"""Translates errors of S3 servers and of the connection into `ClipwrightError`."""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from botocore.exceptions import BotoCoreError, ClientError

from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

_MISSING: Final = frozenset({"404", "NoSuchKey", "NotFound", "NoSuchUpload"})
_REASONS: Final = {
    "NoSuchBucket": "the bucket does not exist",
    "AccessDenied": "the credentials are not allowed to do this",
    "ExpiredToken": "the credentials have expired",
    "InvalidAccessKeyId": "the credentials are not known",
    "SignatureDoesNotMatch": "the credentials are wrong",
    "RequestTimeTooSkewed": "this machine's clock is wrong",
    "BadDigest": "bytes were damaged on their way",
    "SlowDown": "too many requests",
}


def is_missing(error: ClientError) -> bool:
    """Whether the server says that the object, or the upload, does not exist."""
    return _code(error) in _MISSING


@contextmanager
def translated(key: str) -> Iterator[None]:
    """Translate S3 errors into `ClipwrightError`, without the server's addresses and request ids."""
    try:
        yield
    except ClientError as error:
        if is_missing(error):
            raise ClipwrightError("object_missing", key=key) from error
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        refused = status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
        fallback = _REASONS["AccessDenied"] if refused else f"the server answered {status}"
        raise ClipwrightError("storage_failed", reason=_REASONS.get(_code(error), fallback)) from error
    except (BotoCoreError, OSError) as error:
        raise ClipwrightError("storage_failed", reason=type(error).__name__) from error


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
