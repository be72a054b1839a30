"""What the paper is, what of it is reproduced here, and what goes beyond it."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QWidget

from dpcn_app.gui.explaining.text_dialog import open_text

PAPER = """
<h2>Deep Predictive Coding Networks</h2>
<p>Rakesh Chalasani and Jose C. Principe, University of Florida, 2013. arXiv:1301.3541.</p>
<h3>What the paper says</h3>
<p>A network watches a video. Each layer explains what it gets from below by a few active
<b>states</b>, and pools them into <b>causes</b>, which the next layer explains in turn. What a
layer expects, from the frame before and from the layer above, changes the price of its states
and pulls on its causes: the prior follows the context. It learns from unlabelled video, one
layer after the other.</p>
<h3>What is reproduced here</h3>
<ul>
<li>Bouncing shapes under noise: with top-down inference the causes of three shapes fall apart
into clusters (§3.2; key T).</li>
<li>Natural scenes: atoms, causes and transitions learnt from moving photographs and films (§3.1;
all that was asked of photographs, films less).</li>
<li>State estimation: sparse states that follow known dynamics, against sparse coding and a Kalman
filter (supplement; <i>View ▸ State estimation</i>).</li>
<li>Algorithm 1, as one of two solvers (<i>Microscope</i>).</li>
</ul>
<h3>What goes beyond it</h3>
<ul>
<li>Controls: each part of top-down on its own, and a moving average, which gives most of the
effect on the shapes without any top-down inference.</li>
<li>A prior that lets noise fade from the picture (key P), with placebos to test it.</li>
<li>Beliefs: tell the network what to look for (keys 1, 2, 3).</li>
<li>Closed eyes: feed the network what it expects itself (key H).</li>
<li>An exact solver, quicker than Algorithm 1 to the same energy.</li>
</ul>
<p>Every figure was measured on seeds that nothing was tuned on; the folder
<i>resources/results</i> has the tables, and says what falls short.</p>
"""
"""As it is told."""


def open_about_paper(window: QWidget) -> QDialog:
    """Open a small window that tells of the paper; Esc closes it."""
    return open_text(window, "About the paper", PAPER)
