"""Long scripts: Markdown to chapters, chapters fitted to a film's length. Pure: speaks and draws nothing."""
