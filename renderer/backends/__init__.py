"""Ports (each folder's base.py) and their adapters. Backends never import each other."""
