"""Script adapters: a chapter of a long script told shorter or at more length, from itself alone."""
