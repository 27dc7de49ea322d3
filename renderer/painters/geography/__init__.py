"""The Earth as painters draw it: outlines of land, projections, maps; independent of language."""
