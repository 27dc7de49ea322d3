"""Voice chain, sound effects, balance, mixdown and mastering; no synthesis of instruments."""
