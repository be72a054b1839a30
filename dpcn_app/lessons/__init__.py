"""Lessons: a text that sets the window up, asks, waits and concludes; read and led without Qt."""
