"""Rules of text normalisation: each reads one kind of written form, or gives no answer."""
