"""Comparisons in a sentence: of things by their size, and of one thing at two times."""
