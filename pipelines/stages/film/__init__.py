"""Stages that only the long-form pipeline has, one a file."""
