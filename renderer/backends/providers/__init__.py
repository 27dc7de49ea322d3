"""Code shared by providers of several kinds: chat, prompts, prices, fallback; HTTP is in `renderer.net`."""
