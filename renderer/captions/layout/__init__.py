"""The position of every word of a page; its look is decided in `drawing`."""
