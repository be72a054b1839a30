"""The training panel and its parts."""
