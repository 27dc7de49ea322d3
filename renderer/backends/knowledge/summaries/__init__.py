"""Summaries of encyclopaedia articles in the models folder, for knowledge without any network."""
