"""Things that several painters show: grounds, paper, photographs, charts, counters, the subject."""
