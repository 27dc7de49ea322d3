"""Painters of the clean educational pack; what several packs share lies in `drawing` and `props`."""
