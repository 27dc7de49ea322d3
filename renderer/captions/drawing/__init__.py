"""From placed words to sprites for every frame; the words' positions are decided in `layout`."""
