"""Caption style files: vocabulary, loader, colours, easing curves; nothing is laid out or drawn here."""
