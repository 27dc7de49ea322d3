"""The Video Generation API v1: takes orders, keeps the books, streams results; renders nothing."""
