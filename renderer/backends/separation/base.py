"""The port for separators, which remove the voices from a stereo recording.

To add one: 1. a module here with a frozen class that implements `VoiceSeparator`; 2. a function in
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
    """Removes the voices from a recording."""

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
        """Whether a separator is configured."""
        ...

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """The recording without voices, with exactly as many samples as its input; memory is bounded.

        Raises:
            ClipwrightError: `provider_unconfigured`, `model_invalid`.
        """
        ...


class NoSeparator(AbsentEngine, Struct, frozen=True):
    """The placeholder when no separator is configured: refuses and names the setting to set."""

    @property
    def available(self) -> bool:
        """Always false."""
        return False

    def background(self, blocks: Iterable[Samples]) -> Iterator[Samples]:
        """Refuse.

        Raises:
            ClipwrightError: `provider_unconfigured`, always.
        """
        del blocks
        setting = "CLIPWRIGHT_SEPARATION_MODEL to a folder name in the models folder's separation/"
        raise ClipwrightError("provider_unconfigured", provider="Separation of voices", setting=setting)
