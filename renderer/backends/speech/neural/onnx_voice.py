"""Opens an ONNX voice: verifies its bytes, makes a single-threaded session, adds its durations as an output.

The exports compute how long each symbol lasts on the way to the waveform, but do not output it. ONNX files
are protobuf messages, and two in sequence are parsed as one merged message (protobuf encoding, "Last One
Wins" and embedded messages), so appending a short message with one `Cast` node and one output to the file's
bytes exposes the durations without a library for editing graphs.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Literal

from renderer.errors import ClipwrightError
from renderer.late_log import LateLog

_LOG: Final = LateLog(__name__)

DURATION: Final = "duration"
CUDA: Final = "CUDAExecutionProvider"
CPU: Final = "CPUExecutionProvider"
Device = Literal["auto", "cpu", "cuda"]
_INT64: Final = b"\x07"
_GRAPH, _NODE, _OUTPUT = b"\x3a", b"\x0a", b"\x62"
_TO_INT64: Final = b"\x2a\x09\x0a\x02to\x18" + _INT64 + b"\xa0\x01\x02"


def _field(tag: bytes, content: bytes) -> bytes:
    """A length-delimited protobuf field; `content` is shorter than 128 bytes."""
    return tag + bytes([len(content)]) + content


def duration_output(tensor: str) -> bytes:
    """The message that adds `tensor` (frames per symbol, any number type) as the int64 output "duration"."""
    name = DURATION.encode()
    node = _field(b"\x0a", tensor.encode()) + _field(b"\x12", name) + _field(b"\x22", b"Cast") + _TO_INT64
    shape = _field(b"\x12", _field(b"\x0a", b"\x08" + _INT64))
    graph = _field(_NODE, node) + _field(_OUTPUT, _field(b"\x0a", name) + shape)
    return _field(_GRAPH, graph)


def checked_bytes(path: Path, sha256: str, *, model: str) -> bytes:
    """The file's bytes; an empty `sha256` is not compared.

    Raises:
        ClipwrightError: `model_invalid` when the file is missing or empty, or not the pinned one.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ClipwrightError("model_invalid", model=model, reason="its file is missing") from error
    if not data:
        raise ClipwrightError("model_invalid", model=model, reason="its file is empty")
    if sha256 and hashlib.sha256(data).hexdigest() != sha256:
        reason = "it is not the file that was published: its SHA-256 differs; fetch it again"
        raise ClipwrightError("model_invalid", model=model, reason=reason)
    return data


def providers_among(available: Sequence[str], device: Device) -> tuple[str, ...]:
    """The providers for a session, first choice first: CUDA where available and wanted, then the processor.

    Raises:
        ClipwrightError: `provider_unconfigured` when CUDA is asked for and this onnxruntime lacks it.
    """
    if device == "cuda" and CUDA not in available:
        raise ClipwrightError(
            "provider_unconfigured", provider="Speech on CUDA", setting="up `pip install onnxruntime-gpu`"
        )
    return (CUDA, CPU) if CUDA in available and device != "cpu" else (CPU,)


@functools.cache
def available_providers() -> tuple[str, ...]:
    """The providers of the installed onnxruntime; only its GPU build is asked, as that takes a while."""
    try:
        version("onnxruntime-gpu")
        import onnxruntime  # noqa: PLC0415  heavy
    except (PackageNotFoundError, ImportError):
        return (CPU,)
    return tuple(onnxruntime.get_available_providers())


def open_session(data: bytes, *, model: str, device: Device = "cpu") -> Any:
    """An onnxruntime session that runs each call on the calling thread, or on a GPU.

    Lines are spoken in parallel, so threads inside one would only wait for each other; spinning would waste a
    fifth of the processor.

    Raises:
        ClipwrightError: `provider_unconfigured` without onnxruntime, or without CUDA when it is asked for;
            `model_invalid` for a damaged file.
    """
    try:
        import onnxruntime  # noqa: PLC0415  heavy
    except ImportError as error:
        raise ClipwrightError(
            "provider_unconfigured", provider="Neural speech", setting="up `pip install clipwright[engines]`"
        ) from error
    wanted = providers_among(available_providers(), device)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(data, options, providers=list(wanted))
    except Exception as error:  # onnxruntime's exceptions share no base class
        reason = f"it is damaged or no voice of this kind ({type(error).__name__})"
        raise ClipwrightError("model_invalid", model=model, reason=reason) from error
    if wanted[0] not in session.get_providers():
        _LOG.warning("speech_without_cuda", model=model, reason="onnxruntime has CUDA and could not start it")
    return session
