"""Painters of the dark finance pack; what several packs share lies in `drawing` and `props`."""
