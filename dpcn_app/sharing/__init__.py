"""What leaves the app: recordings of what was seen, and pages for a browser made of them."""
