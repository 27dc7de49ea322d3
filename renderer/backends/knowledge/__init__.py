"""Sources of facts: the user's own, an encyclopaedia, collected summaries, a lexicon."""
