"""Studies: many runs over a grid, each a network that is trained and tested, in one table."""
