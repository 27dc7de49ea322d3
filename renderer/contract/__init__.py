"""What crosses a process border: the API's vocabulary, the order, the job message and its events."""
