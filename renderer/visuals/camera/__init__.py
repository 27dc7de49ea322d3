"""Camera moves as sub-pixel views of planes, independent of layers and packs."""
