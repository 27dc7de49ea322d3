"""Summaries of encyclopaedia articles that lie in the models folder: what is known without any network."""
