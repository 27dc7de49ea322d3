"""Opens ONNX models: verifies a model file's digest and makes a single-threaded session from its bytes."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

from renderer.errors import ClipwrightError


def model_bytes(path: Path, sha256: str, *, model: str) -> bytes:
    """The file's bytes, whose digest is checked.

    Raises:
        ClipwrightError: `model_invalid` when the file is missing or its digest is not the pinned one.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ClipwrightError("model_invalid", model=model, reason="its file is missing") from error
    if hashlib.sha256(data).hexdigest() != sha256:
        reason = "it is not the file that was published: its SHA-256 differs; fetch it again"
        raise ClipwrightError("model_invalid", model=model, reason=reason)
    return data


def open_model(data: bytes, *, model: str) -> Any:
    """A session that runs each call on the calling thread only, which leaves a core to the decoder.

    Raises:
        ClipwrightError: `provider_unconfigured` without onnxruntime; `model_invalid` for a damaged file.
    """
    runtime = _runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's exceptions share no base class
        reason = f"it is damaged ({type(error).__name__})"
        raise ClipwrightError("model_invalid", model=model, reason=reason) from error


@functools.cache
def _runtime() -> Any:
    try:
        import onnxruntime  # noqa: PLC0415  heavy
    except ImportError as error:
        setting = "up `pip install clipwright[engines]`"
        raise ClipwrightError("provider_unconfigured", provider="ONNX Runtime", setting=setting) from error
    return onnxruntime
