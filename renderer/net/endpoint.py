"""A configured server: its address, and the key that is sent to it alone."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct, field
from pydantic import SecretStr

from renderer.errors import ClipwrightError
from renderer.net.origin import Origin


class Endpoint(Struct, frozen=True, kw_only=True):
    """A configured server: its address `base`, and the names of the settings for the address and the key.

    `agent` is the User-Agent of requests; some servers ask for a contact address in it.
    """

    provider: str
    base: str
    setting: str
    key: SecretStr = field(default_factory=lambda: SecretStr(""))
    key_setting: str = ""
    key_header: str = "Authorization"
    key_prefix: str = "Bearer "
    agent: str = "clipwright"

    @property
    def origin(self) -> Origin:
        """Host and port of `base`.

        Raises:
            ClipwrightError: `provider_unconfigured` when it is not an http(s) address.
        """
        try:
            parts = urlsplit(self.base)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.password:
            raise ClipwrightError(
                "provider_unconfigured",
                provider=self.provider,
                setting=f"{self.setting} to an http(s) address",
            )
        return parts.hostname.lower(), port or (443 if parts.scheme == "https" else 80)

    @property
    def place(self) -> str:
        """Host and port as text, for fingerprints; never the path or a key."""
        host, port = self.origin
        return f"{host}:{port}"

    @property
    def key_headers(self) -> dict[str, str]:
        """The header that carries the key; empty without a key."""
        secret = self.key.get_secret_value()
        return {self.key_header: self.key_prefix + secret} if secret else {}
