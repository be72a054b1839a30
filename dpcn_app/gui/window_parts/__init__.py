"""The parts of the main window: its centre, its docks, its status bar, its messages."""
