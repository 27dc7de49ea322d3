"""Structured logs of every process: one JSON object per line on standard error, and nothing private in it.

Customers' texts and credentials are kept out by construction: a traceback is logged as places and types,
without local variables or messages; a library's record keeps numbers and names but no free text. In addition,
anything that looks like a credential or contains a text `withheld` for the current job is redacted.
"""

from __future__ import annotations

import errno
import logging
import re
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import PurePath
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

import structlog

from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

REDACTED: Final = "[redacted]"
_SECRET: Final = re.compile(r"cw_[A-Za-z0-9_-]{20,}|(?i:bearer\s+)[\x21-\x7e]+|(?<=://)[^\s/@]+(?=@)")
_NAME: Final = re.compile(r"[A-Za-z0-9_.@:/<>\[\]-]{1,120}", re.ASCII)
_SHORTEST: Final = 8
"""Characters of the shortest text that is withheld; shorter ones would blank out half of every line."""
_FRAMES: Final = 40
_CHAIN: Final = 8
_WITHHELD: Final[Counter[str]] = Counter()
_LOCK: Final = threading.Lock()


class _Stderr:
    """Writes to what `sys.stderr` is at the moment of writing."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


STDERR: Final = cast("TextIO", _Stderr())


def configure_logs(level: str, *, foreign: int = logging.WARNING, stream: TextIO = STDERR) -> None:
    """Set up this process's logs; unknown levels mean info.

    Records of libraries are kept from the higher of `level` and `foreign` on.
    """
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[*_SHARED, structlog.processors.JSONRenderer(ensure_ascii=False)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        # writes a record and its line break at once, since several processes share the stream
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[_plain_record, *_SHARED],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        use_get_message=False,
        pass_foreign_args=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    # never below info: debug records of HTTP clients contain whole requests
    logging.basicConfig(handlers=[handler], level=max(number, foreign, logging.INFO), force=True)
    # one line per request would drown the rest
    logging.getLogger("httpx").setLevel(logging.WARNING)


def log_the_unhandled() -> None:
    """Log uncaught errors and warnings, instead of letting Python print them."""
    sys.excepthook = _unhandled
    threading.excepthook = _unhandled_in_thread
    warnings.showwarning = _warned


@contextmanager
def withheld(*texts: str) -> Iterator[None]:
    """Keep these texts out of all log lines of this process, from any thread, while the block runs."""
    kept = [text for text in (text.strip() for text in texts) if len(text) >= _SHORTEST]
    with _LOCK:
        _WITHHELD.update(kept)
    try:
        yield
    finally:
        with _LOCK:
            _WITHHELD.subtract(kept)
            for text in kept:
                if _WITHHELD[text] <= 0:
                    del _WITHHELD[text]


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Redact credentials and withheld texts in an event, however deeply nested."""
    with _LOCK:
        private = tuple(sorted(_WITHHELD, key=len, reverse=True))
    return {name: _clean(value, private) for name, value in event.items()}


def _clean(value: Any, private: tuple[str, ...]) -> Any:
    match value:
        case str():
            for text in private:
                value = value.replace(text, REDACTED)
            return _SECRET.sub(REDACTED, value)
        case Mapping():
            return {name: _clean(each, private) for name, each in value.items()}
        case list() | tuple():
            return [_clean(each, private) for each in value]
        case None | bool() | int() | float():
            return value
        case _:
            return _clean(str(value), private)


def tell_exceptions(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Turn `exc_info` into `exception`: the chain from the error raised last to its first cause."""
    info = event.pop("exc_info", None)
    error = sys.exc_info()[1] if info is True else info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["exception"] = _chain(error)
    return event


def _chain(error: BaseException | None) -> list[dict[str, object]]:
    told: list[dict[str, object]] = []
    while error is not None and len(told) < _CHAIN:
        frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
        told.append(_facts(error) | {"at": [_place(frame) for frame in frames]})
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return told


def _facts(error: BaseException) -> dict[str, object]:
    """What can be logged of an exception: not its message, which may quote anything."""
    match error:
        case ClipwrightError():
            return {"type": "ClipwrightError", "code": error.code}
        case OSError():
            return {"type": type(error).__name__, "errno": errno.errorcode.get(error.errno or 0, "")}
        case _:
            return {"type": f"{type(error).__module__}.{type(error).__qualname__}"}


def _place(frame: traceback.FrameSummary) -> str:
    return f"{'/'.join(PurePath(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}"


def _plain_record(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Build a library's record from its template, filling in only arguments that are numbers or names."""
    record: logging.LogRecord = event["_record"]
    event.pop("stack_info", None)
    arguments: Any = event.pop("positional_args", ())
    if isinstance(arguments, Mapping):
        arguments = _Named({name: _harmless(value) for name, value in arguments.items()})
    elif arguments:
        arguments = tuple(_harmless(value) for value in arguments)
    try:
        event["event"] = str(record.msg) % arguments if arguments else str(record.msg)
    except (TypeError, ValueError):
        event["event"] = str(record.msg)
    event["logger"] = record.name
    return event


class _Named(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return REDACTED


def _harmless(value: object) -> object:
    if isinstance(value, bool | int | float):
        return value
    return value if isinstance(value, str) and _NAME.fullmatch(value) else REDACTED


def _unhandled(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    structlog.get_logger("process").critical("unhandled", exc_info=(kind, error, trace))


def _unhandled_in_thread(given: threading.ExceptHookArgs) -> None:
    if given.exc_value is not None and not isinstance(given.exc_value, SystemExit):
        name = given.thread.name if given.thread else ""
        structlog.get_logger("process").critical("unhandled", thread=name, exc_info=given.exc_value)


def _warned(  # noqa: PLR0917 - the signature of `warnings.showwarning`
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: str | None = None,
) -> None:
    del message, file, line
    place = f"{'/'.join(PurePath(filename).parts[-3:])}:{lineno}"
    structlog.get_logger("process").warning("warned", category=category.__name__, at=place)


_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    tell_exceptions,
    redact,
]
