"""The port for separators: a stereo recording in, the same without its voices out.

To add one: 1. a module here with a frozen class that keeps `VoiceSeparator`; 2. a function in
renderer/worker/composition/perception.py; 3. an entry in tests/contract/detectors/test_separation.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.backends.absent import AbsentEngine
from renderer.errors import ClipwrightError

Samples = npt.NDArray[np.float32]
"""Shape (2, n), at 48 kHz."""


class VoiceSeparator(Protocol):
    """Takes voices out of a recording."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same sound could be separated differently."""
        ...

    @property
    def available(self) -> bool:
        """Whether there is one at all."""
        ...

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """The recording without voices, sample for sample as long as what comes in; memory is bounded.

        Raises:
            ClipwrightError: `provider_unconfigured`, `model_invalid`.
        """
        ...


class NoSeparator(AbsentEngine, Struct, frozen=True):
    """Stands where none is set up: refuses and says what to set."""

    @property
    def available(self) -> bool:
        """Never."""
        return False

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """Refused.

        Raises:
            ClipwrightError: `provider_unconfigured`.
        """
        del blocks
        setting = "CLIPWRIGHT_SEPARATION_MODEL to a folder name in the models folder's separation/"
        raise ClipwrightError("provider_unconfigured", provider="Separation of voices", setting=setting)
