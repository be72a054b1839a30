"""Lessons in the window: the page, what a step brings about, the light and the menu."""
