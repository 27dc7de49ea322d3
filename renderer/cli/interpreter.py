"""The interpreter that runs Clipwright, and whether it was built to be fast."""

from __future__ import annotations

import platform
import sysconfig
from typing import Final

_OPTIMISED: Final = "--enable-optimizations"


def interpreter(arguments: str | None) -> str:
    """Describe the interpreter, with advice if its configure `arguments` lack optimisations.

    `arguments` is None if a build does not state them (Windows).
    """
    named = f"{platform.python_implementation()} {platform.python_version()}"
    if arguments is None or _OPTIMISED in arguments:
        return named
    return (
        f"{named}, built without {_OPTIMISED}: commands take a fifth longer to begin than with the"
        " interpreter of a distribution"
    )


def this_interpreter() -> str:
    """Describe the running interpreter."""
    arguments: str | None = sysconfig.get_config_var("CONFIG_ARGS")
    return interpreter(arguments)
