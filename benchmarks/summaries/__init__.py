"""Which article of the bundled summaries a topic finds, against labels."""
