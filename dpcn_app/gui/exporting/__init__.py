"""Any panel as a file: its picture, its table, its arrays; and the step that undoes it."""
