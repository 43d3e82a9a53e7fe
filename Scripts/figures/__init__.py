"""The pictures of Docs/methods."""
