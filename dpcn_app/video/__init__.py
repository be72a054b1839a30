"""Frames in: generated shapes, and cutting frames into patches."""
