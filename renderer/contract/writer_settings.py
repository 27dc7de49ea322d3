"""Settings of the script writers, which the service and its workers share under the same names.

The service derives from them how scripts can be adapted; the workers adapt them.
"""

from __future__ import annotations

from typing import Final

from pydantic_settings import BaseSettings

from renderer.contract.orders.long_form import ScriptAdapting

AUTO: Final = "auto"
CHAT: Final = "chat"


class WriterSettings(BaseSettings):
    """A chat endpoint, where one is named. Each program says the prefix of its variables itself."""

    writers: str = AUTO
    """Comma-separated, in order: chat, encyclopaedia, wikipedia, summaries, lexicon, template.

    "auto": all of them that are set up or can be reached, in this order.
    """
    chat_base_url: str = ""
    """Address above /chat/completions of an OpenAI-compatible server; empty means none."""
    chat_model: str = ""

    @property
    def has_chat(self) -> bool:
        """Whether a language model writes."""
        named = [name.strip() for name in self.writers.split(",")]
        return bool(self.chat_base_url) and (named == [AUTO] or CHAT in named)

    @property
    def adapts(self) -> tuple[ScriptAdapting, ...]:
        """How scripts that do not fill their film are adapted: sentences go; a chat model writes new ones."""
        return ("condense", "expand") if self.has_chat else ("condense",)
