"""Text into sentences, tokens and grapheme clusters; how they are said or drawn is decided elsewhere."""
