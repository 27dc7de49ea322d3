"""Nouns of a short text, as it writes them, by what each language shows of them without a lexicon."""
