"""Stages that only the long-form pipeline has, one per file."""
