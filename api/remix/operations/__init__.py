"""Operations of projects as jobs of the queue: asking, joining, charging, following, waiting, cancelling."""
