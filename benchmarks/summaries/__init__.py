"""Whether topics find the right article among the fetched summaries, by labels."""
