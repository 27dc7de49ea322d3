"""Labelled sets of words, and the product's agreement with them."""
