"""The description of a separation model in the models folder: `separation.toml` beside the ONNX file.

The network maps a waveform to waveforms: one input of shape (1, 2, window) in float32, and an output of the
same shape for each source that it separates. Exports that work on spectrograms need the transform and its
inverse inside the graph.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from renderer.errors import ClipwrightError

NAME: Final = "separation.toml"
LONGEST_SECONDS: Final = 30
"""Longest window: a network cannot be interrupted while it runs."""


class SeparationModel(BaseModel):
    """A model's description, without unknown keys; `rate` in hertz, `window` and `overlap` in samples at it.

    `output` is the name of the output to use, and `gives` says what it holds: the background itself, or the
    voices, which are then subtracted from the recording. `licence` and `origin` are for information.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    file: Annotated[str, Field(pattern=r"^[\w.-]+\.onnx$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    input: str
    output: str
    gives: Literal["background", "voices"]
    rate: Annotated[int, Field(ge=8_000, le=96_000)]
    window: Annotated[int, Field(ge=1024)]
    overlap: Annotated[int, Field(ge=0)]
    licence: Annotated[str, Field(min_length=1)]
    origin: Annotated[str, Field(min_length=1)]


def read_description(folder: Path) -> SeparationModel:
    """The validated description in a model's folder.

    Raises:
        ClipwrightError: `model_invalid`.
    """
    model = f"separation/{folder.name}"
    try:
        found = SeparationModel.model_validate(tomllib.loads((folder / NAME).read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = f"its {NAME} is missing or no TOML"
        raise ClipwrightError("model_invalid", model=model, reason=reason) from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        reason = f"in its {NAME} {'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise ClipwrightError("model_invalid", model=model, reason=reason) from error
    if 2 * found.overlap > found.window or found.window > LONGEST_SECONDS * found.rate:
        reason = f"its windows overlap by more than half, or are longer than {LONGEST_SECONDS} s"
        raise ClipwrightError("model_invalid", model=model, reason=reason)
    return found
