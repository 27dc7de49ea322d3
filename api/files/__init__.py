"""Private stored files over HTTP: their names, byte ranges, conditional requests and streams."""
