"""Sources of knowledge for the tests: a wiki over HTTP, a small collection of summaries."""
