"""Translators: translate lines from one language into another."""
