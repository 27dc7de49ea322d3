"""Speech over HTTP from an OpenAI-compatible endpoint; bounds and retries lie in `net`."""
