"""Delivering finished files."""
