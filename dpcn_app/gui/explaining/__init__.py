"""What explains the window: the glossary, hovers over its terms, labels in place, the paper."""
