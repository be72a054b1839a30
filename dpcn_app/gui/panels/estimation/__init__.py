"""The page on state estimation and its parts."""
