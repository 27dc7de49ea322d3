"""Speech over HTTP from an OpenAI-compatible endpoint; limits and retries are in `renderer.net`."""
