"""Long scripts: Markdown to chapters, and chapters fitted to a film's length. Pure: no speech, no drawing."""
