"""Small drawn things that panels are made of."""
