"""The compiled knowledge base: one SQLite file in the user's cache folder, compiled once, then only read."""
