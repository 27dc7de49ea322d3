"""Which meanings the lexicon explains, by labelled topics."""
