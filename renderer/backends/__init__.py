"""Ports (each folder's base.py) and their adapters; what they share of HTTP lies in `net`.

Backends never import each other.
"""
