"""Which article of the fetched summaries a topic finds, against labels."""
