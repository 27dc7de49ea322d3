"""Operations of projects as queued jobs: requesting, joining, charging, following, waiting, cancelling."""
