"""What crosses a process border: vocabulary, orders, the job message, its events, results. No behaviour."""
