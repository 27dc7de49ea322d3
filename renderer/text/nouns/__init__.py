"""Finds the nouns of a short text, as written, by each language's own clues and without a lexicon."""
