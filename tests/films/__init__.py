"""Films that are made for measurements."""
