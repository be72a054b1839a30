"""Videos, generated or read from files, their preprocessing, and cutting frames into patches."""
