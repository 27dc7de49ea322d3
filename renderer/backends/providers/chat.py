"""A client of OpenAI-compatible chat endpoints: each answer is paid for once, bounded, and returned as text.

The official client library handles the protocol on top of the guarded transport; retries, budget and
circuit breaker belong to `Policy`, so the library's own retries are off. Answers are streamed: a server
that hangs is noticed after `Bounds.idle`, and an answer that does not end is cut off (chat_answer.py).
Servers that send the whole answer as JSON instead of a stream are supported, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Literal

import httpx
import msgspec
from msgspec import Struct, field

from renderer.backends.providers.chat_answer import BROKEN, REFUSALS, text_of
from renderer.backends.providers.prices import Prices
from renderer.errors import ClipwrightError
from renderer.net.bounds import Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.exchange import PLAIN, quiet_libraries
from renderer.net.failures import broken_off, named_nowhere, status_failure, too_late
from renderer.net.idempotency import Purchases
from renderer.net.policy import Policy
from renderer.net.response_cache import ResponseCache, remembered, request_key
from renderer.net.too_much import TooMuchError
from renderer.net.transport import GuardedTransport

NO_KEY: Final = "none"
"""The key sent to servers that need none; the library does not accept an empty one."""

_NO_CREDIT: Final = "insufficient_quota"


class ChatMessage(Struct, frozen=True, kw_only=True):
    """One message; `role` is "system", "user" or "assistant"."""

    role: str
    content: str


class Question(Struct, frozen=True, kw_only=True):
    """Messages, and the JSON schema that the answer must follow."""

    messages: tuple[ChatMessage, ...]
    schema_name: str
    schema: Mapping[str, Any]
    most_tokens: int = 6000


class ChatClient(Struct, frozen=True, kw_only=True):
    """One model behind one endpoint.

    `json_mode` is how JSON is asked for: by schema, as any object, or in the prompt only, for servers that
    support neither. `temperature` in [0, 2]; a negative value leaves it to the server (some models accept
    no other).
    """

    endpoint: Endpoint
    model: str
    policy: Policy
    cache: ResponseCache
    prices: Prices = field(default_factory=Prices)
    bounds: Bounds = field(default_factory=Bounds)
    purchases: Purchases = field(default_factory=Purchases)
    json_mode: Literal["schema", "object", "text"] = "schema"
    temperature: float = -1.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model

    @property
    def fingerprint(self) -> str:
        """Model, server and the settings that change an answer."""
        return f"{self.model} at {self.endpoint.place} {self.json_mode} t{self.temperature:g}"

    def ask(self, question: Question) -> str:
        """The answer's text, which is never empty.

        Raises:
            ClipwrightError: `provider_failed`, `provider_busy`, `provider_key`, `provider_refused`,
                `provider_reply`, `provider_resting`, `budget_spent`.
        """
        key = request_key("chat", base=self.endpoint.base, client=self.fingerprint, question=question)
        return remembered(self.cache, key, lambda: self._bought(question).encode()).decode()

    def _bought(self, question: Question) -> str:
        length = sum(len(message.content) for message in question.messages)
        cost = self.prices.chat(length, question.most_tokens)
        return self.policy.call(self.endpoint.provider, lambda: self._once(question), cost=cost)

    def _once(self, question: Question) -> str:
        import openai  # noqa: PLC0415  a second to import, and most jobs have no chat endpoint

        quiet_libraries()
        transport = GuardedTransport(trusted=frozenset({self.endpoint.origin}), bounds=self.bounds)
        with (
            httpx.Client(transport=transport, trust_env=False, timeout=self.bounds.idle) as http,
            _library_failures(self.endpoint, openai),
        ):
            client = openai.OpenAI(
                api_key=self.endpoint.key.get_secret_value() or NO_KEY,
                base_url=self.endpoint.base,
                max_retries=0,
                timeout=self.bounds.total,
                http_client=http,  # type: ignore[arg-type]  # accepted at run time, see its _httpx2.py
                default_headers=PLAIN,
            )
            request = self._request(question)
            named = self.purchases.header(msgspec.json.encode(request))
            with client.chat.completions.create(**request, extra_headers=named) as stream:
                return text_of(stream, self.endpoint)

    def _request(self, question: Question) -> dict[str, Any]:
        formats: dict[str, dict[str, Any]] = {
            "schema": {
                "type": "json_schema",
                "json_schema": {"name": question.schema_name, "schema": question.schema, "strict": True},
            },
            "object": {"type": "json_object"},
        }
        request: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": part.role, "content": part.content} for part in question.messages],
            "max_completion_tokens": question.most_tokens,
            "stream": True,
        }
        if self.json_mode in formats:
            request["response_format"] = formats[self.json_mode]
        if self.temperature >= 0:
            request["temperature"] = self.temperature
        return request


@contextmanager
def _library_failures(endpoint: Endpoint, openai: Any) -> Iterator[None]:
    """Translate the library's errors into `ClipwrightError`, without passing on any text of a reply."""
    try:
        yield
    except openai.APIStatusError as error:
        raise _status_of(endpoint, error) from error
    except openai.APITimeoutError as error:
        raise too_late(endpoint.provider) from error
    except (openai.APIError, httpx.HTTPError, httpx.InvalidURL, ValueError, RecursionError) as error:
        raise _cause_of(endpoint, error) from error


def _status_of(endpoint: Endpoint, error: Any) -> ClipwrightError:
    code = str(error.code or "")
    if code in REFUSALS:
        return ClipwrightError(
            "provider_refused", provider=endpoint.provider, reason="the model declines this topic"
        )
    if code == _NO_CREDIT:
        return ClipwrightError(
            "provider_refused", provider=endpoint.provider, reason="the account's credit is used up"
        )
    return status_failure(endpoint, error.status_code, error.response.headers)


def _cause_of(endpoint: Endpoint, error: BaseException) -> ClipwrightError:
    """The error that a library's exception was caused by, as a `ClipwrightError`."""
    provider = endpoint.provider
    cause: BaseException | None = error
    while cause:
        match cause:
            case ClipwrightError():
                found = cause
            case TooMuchError():
                found = ClipwrightError("provider_reply", provider=provider, reason=cause)
            case httpx.TimeoutException():
                found = too_late(provider)
            case UnicodeDecodeError() | RecursionError():
                found = ClipwrightError("provider_failed", provider=provider, reason=BROKEN)
            case httpx.InvalidURL() | UnicodeError():
                found = named_nowhere(endpoint)
            case ValueError():
                found = ClipwrightError("provider_failed", provider=provider, reason=BROKEN)
            case _ if type(cause) is httpx.TransportError:
                found = broken_off(endpoint, cause)
            case _:
                cause = cause.__cause__
                continue
        return found
    return ClipwrightError("provider_failed", provider=provider, reason="the connection broke off")
