"""The panel of Gabor fits and its plot."""
