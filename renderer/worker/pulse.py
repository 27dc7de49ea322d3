"""Signs of life of a supervised worker: a thread that says every second that it runs, and how it is."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final

from renderer.contract.beat import BEAT_SECONDS, Beat

_BEATS_PER_LOOK: Final = 3


def start_pulse(descriptor: int, trouble: Callable[[], str]) -> None:
    """Beat on this descriptor until nobody listens any more; a negative one means that nobody ever did."""
    if descriptor < 0:
        return
    os.set_inheritable(descriptor, False)  # children of this process must not speak for it
    os.set_blocking(descriptor, False)
    threading.Thread(target=_beat, args=(descriptor, trouble), name="pulse", daemon=True).start()


def _beat(descriptor: int, trouble: Callable[[], str]) -> None:
    pause, said = threading.Event(), ""
    number = 0
    while True:
        # the first beat comes before the first look: a disk may take its time to answer
        if number % _BEATS_PER_LOOK == 1:
            said = trouble()
        try:
            os.write(descriptor, Beat(trouble=said[:500]).model_dump_json().encode() + b"\n")
        except BlockingIOError:
            pass  # the listener is slow; the next beat says the same
        except OSError:
            return
        number += 1
        pause.wait(BEAT_SECONDS)
