"""Reads the answers of chat endpoints: chunks of a stream, or one document, judged before they are used."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import regex

from renderer.errors import ClipwrightError
from renderer.net.endpoint import Endpoint
from renderer.net.replies import wrong_kind

MOST_CHARACTERS: Final = 200_000
REFUSALS: Final = frozenset({"content_filter", "content_policy_violation", "moderation_blocked"})
"""Codes and endings with which a server says that the model declines."""
BROKEN: Final = "its event stream is broken"
_ENDLESS: Final = "its answer does not end"
_HALF: Final = regex.compile(r"\p{Cs}")


def text_of(stream: Any, endpoint: Endpoint) -> str:
    """The whole text of a stream of chunks or of one document; raises for refusals and cut-off answers."""
    kind = str(stream.response.headers.get("content-type", "")).partition(";")[0].strip().lower()
    if kind == "application/json":
        return _text_of_document(stream.response.read(), endpoint)
    if kind != "text/event-stream":
        raise wrong_kind(endpoint.provider, kind, wanted="an event stream", setting=endpoint.setting)
    text, refusal, ending = "", "", ""
    for event in stream:
        for part in _chunk_of(event, endpoint).choices or ():
            text += (part.delta and part.delta.content) or ""
            refusal += (part.delta and part.delta.refusal) or ""
            ending = part.finish_reason or ending
        if len(text) + len(refusal) > MOST_CHARACTERS:
            raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=_ENDLESS)
    return _judged(text, refusal=refusal, ending=ending, endpoint=endpoint)


class _Said(msgspec.Struct):
    """The `message` or `delta` of a choice; see the chat completion object in the OpenAI API reference."""

    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Said
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]


class _Part(msgspec.Struct):
    """A choice of a chunk; its last one may come without a `delta`."""

    delta: _Said | None = None
    finish_reason: str | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Part] | None = None


def _chunk_of(event: object, endpoint: Endpoint) -> _Chunk:
    """The chunk in an event, which the library passes on unchecked; raises `provider_reply` for another."""
    try:
        return msgspec.convert(event, _Chunk, from_attributes=True)
    except msgspec.ValidationError as error:
        raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=BROKEN) from error


def _text_of_document(body: bytes, endpoint: Endpoint) -> str:
    """The text of an unstreamed chat completion; raises `provider_reply` for any other document."""
    try:
        first = msgspec.json.decode(body, type=_Completion).choices[0]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError) as error:
        reason = "its JSON is no chat completion"
        raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=reason) from error
    text, refusal = first.message.content or "", first.message.refusal or ""
    if len(text) + len(refusal) > MOST_CHARACTERS:
        raise ClipwrightError("provider_reply", provider=endpoint.provider, reason=_ENDLESS)
    return _judged(text, refusal=refusal, ending=first.finish_reason or "stop", endpoint=endpoint)


def _judged(text: str, *, refusal: str, ending: str, endpoint: Endpoint) -> str:
    if refusal or ending in REFUSALS:
        reason = "the model declines this topic"
        raise ClipwrightError("provider_refused", provider=endpoint.provider, reason=reason)
    if ending == "length":
        reason = "the answer was cut off at the model's token limit"
    elif not text.strip():
        reason = "the answer is empty"
    elif _HALF.search(text):
        reason = "the answer has half characters in it"
    elif not ending:
        reason = "the answer broke off before its end"
    else:
        return text
    code = "provider_failed" if not ending else "provider_reply"
    raise ClipwrightError(code, provider=endpoint.provider, reason=reason)
