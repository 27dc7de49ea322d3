"""Cache key of a stage: digest over its name, version, parameters and the digests of its inputs.

Same idea as build systems' action keys: the key changes only with something that can change the output.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from renderer.core.codec import canonical


def stage_key(*, name: str, version: int, params: object, inputs: Sequence[str]) -> str:
    """64 hexadecimal characters; equal exactly when all four parts are equal."""
    recipe = {"stage": name, "version": version, "params": params, "inputs": list(inputs)}
    return hashlib.sha256(canonical(recipe)).hexdigest()
