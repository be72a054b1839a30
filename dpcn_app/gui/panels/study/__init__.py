"""The page of a study: a measure over two axes, and the networks behind it."""
