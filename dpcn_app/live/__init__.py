"""What runs behind the window, without Qt: settings, commands, snapshots, and the engine thread."""
