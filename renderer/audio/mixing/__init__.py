"""Voice chain, sound effects, balance, mixdown and mastering, without the synthesis of instruments."""
