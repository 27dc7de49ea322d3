"""Stages that only Remix pipelines have, one per file."""
