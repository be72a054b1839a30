"""Training a network: presets, training video, and the one driver of a training."""
