"""Where every word of a page stands; how it looks is decided in `drawing`."""
