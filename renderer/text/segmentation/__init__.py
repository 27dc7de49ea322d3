"""Splits text into sentences, tokens and grapheme clusters, independently of how they are spoken or drawn."""
