"""Stages that only Remix pipelines have, one a file."""
