"""The 3-D cloud of causes: camera, markers, and two ways to draw it."""
