"""Which stages make which video. Each pipeline is one tuple that reads like a table of contents."""
