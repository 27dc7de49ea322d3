"""Ports (each folder's base.py) and their adapters; the HTTP code that they share is in `renderer.net`.

Backends never import each other.
"""
