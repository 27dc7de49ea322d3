"""Camera moves as sub-pixel views of planes; knows no layers and no packs."""
