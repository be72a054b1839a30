"""The microscope: one inference, iteration by iteration."""
