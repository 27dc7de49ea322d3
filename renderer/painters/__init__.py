"""The painters' port, their output format and the registry; each style pack is a folder.

Camera work and direction are elsewhere.
"""
