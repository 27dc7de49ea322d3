"""From placed words to sprites for every frame; where words stand is decided in `layout`."""
