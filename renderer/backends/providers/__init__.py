"""What providers of several kinds share: chat, prompts, prices, fallback; the HTTP below lies in `net`."""
