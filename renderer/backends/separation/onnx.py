"""A separator that runs a network from the models folder (`renderer.backends.separation.model_file`)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from renderer.backends.onnx_model import model_bytes, open_model
from renderer.backends.separation.base import Samples
from renderer.backends.separation.model_file import SeparationModel, read_description
from renderer.backends.separation.windows import through_windows
from renderer.errors import ClipwrightError

RATE: Final = 48_000
REVISION: Final = 1


class OnnxSeparator(Struct, frozen=True, kw_only=True):
    """`folder` holds the network and its description."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def fingerprint(self) -> str:
        """The folder's name, the network's digest and the revision."""
        return f"{self.name} {read_description(self.folder).sha256[:12]} r{REVISION}"

    @property
    def available(self) -> bool:
        """Always true: it exists only where it was chosen."""
        return True

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """See the port."""
        model = read_description(self.folder)
        network = _network(self.folder, model)

        def left_over(window: Samples) -> Samples:
            made = _run(network, model, window)
            return made if model.gives == "background" else window - made

        count = _Count()
        heard = _at_rate(_counted(blocks, count), RATE, model.rate)
        separated = through_windows(heard, left_over, window=model.window, overlap=model.overlap)
        return _as_long(_at_rate(separated, model.rate, RATE), count)


@dataclass(slots=True)
class _Count:
    """The number of samples read so far."""

    samples: int = 0


def _counted(blocks: Iterable[Samples], count: _Count) -> Iterator[Samples]:
    for block in blocks:
        count.samples += block.shape[1]
        yield block


def _as_long(blocks: Iterable[Samples], count: _Count) -> Iterator[Samples]:
    """The sound cut or padded to as many samples as came in; resampling rounds their number."""
    told = 0
    for block in blocks:
        kept = block[:, : count.samples - told]
        told += kept.shape[1]
        yield kept
    yield np.zeros((2, count.samples - told), np.float32)


def _run(network: Any, model: SeparationModel, window: Samples) -> Samples:
    try:
        (made,) = network.run([model.output], {model.input: window[None]})
    except Exception as error:  # onnxruntime's exceptions share no base class
        reason = f"it refuses its input ({type(error).__name__})"
        raise _invalid(model, reason) from error
    if made.shape != (1, *window.shape) or not np.isfinite(made).all():
        raise _invalid(model, f"its output has the shape {made.shape}, or is no sound")
    return np.asarray(made[0], np.float32)


@functools.lru_cache(maxsize=1)
def _network(folder: Path, model: SeparationModel) -> Any:
    label = f"separation/{folder.name}"
    network = open_model(model_bytes(folder / model.file, model.sha256, model=label), model=label)
    taken = {one.name for one in network.get_inputs()}, {one.name for one in network.get_outputs()}
    if taken[0] != {model.input} or model.output not in taken[1]:
        names = ", ".join(sorted(taken[0] | taken[1]))
        raise _invalid(model, f"it has no such input and output; its own are {names}")
    return network


def _invalid(model: SeparationModel, reason: str) -> ClipwrightError:
    return ClipwrightError("model_invalid", model=f"separation/{model.file}", reason=reason)


def _at_rate(blocks: Iterable[Samples], rate: int, wanted: int) -> Iterator[Samples]:
    """The sound resampled from `rate` to `wanted`."""
    if rate == wanted:
        yield from blocks
        return
    import soxr  # noqa: PLC0415  heavy, and only other rates need it

    stream = soxr.ResampleStream(rate, wanted, 2, dtype="float32")
    for block in blocks:
        yield np.ascontiguousarray(stream.resample_chunk(np.ascontiguousarray(block.T)).T)
    yield np.ascontiguousarray(stream.resample_chunk(np.zeros((0, 2), np.float32), last=True).T)
