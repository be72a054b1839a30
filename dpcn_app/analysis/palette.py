"""Colours and markers of classes, the same in the window and in every figure."""

from __future__ import annotations

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Okabe and Ito's colours, which differ for colour-blind users too."""

MARKERS = {"square": "s", "x": "x", "diamond": "D", "triangle": "^", "plus": "+", "circle": "o"}
"""Matplotlib's markers that look like the shapes."""
