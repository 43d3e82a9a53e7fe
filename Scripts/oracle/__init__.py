"""Parts of oracle.py."""
