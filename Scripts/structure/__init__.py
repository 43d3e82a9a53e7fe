"""Reads the structure of the Swift sources: which module, room and type uses which, and where they go in circles."""
