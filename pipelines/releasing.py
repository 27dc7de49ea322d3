"""Releasing engines once a video's words have their times: a voice alone holds 60 MB."""

from __future__ import annotations

from typing import Final

from renderer.backends.alignment.base import WordAligner
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.writing.base import ScriptWriter
from renderer.contract.orders.base import NarratedOrder
from renderer.runtime.allocator import give_back
from renderer.runtime.stage import StageContext

_DONE: Final = (ScriptWriter, SpeechEngine, WordAligner)


def release_spoken(context: StageContext[NarratedOrder]) -> None:
    """Drop the engines that wrote, spoke and aligned the words, and return their memory to the system."""
    context.capabilities.release(*_DONE)
    give_back()
