"""Elements that several painters share: grounds, paper, photographs, charts, counters, the subject."""
