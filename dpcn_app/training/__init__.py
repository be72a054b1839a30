"""Training a network: presets, training videos, and the driver that runs a training."""
