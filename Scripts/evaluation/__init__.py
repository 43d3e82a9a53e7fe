"""Accuracy against truth: README.md. Lengths are millimetres, angles degrees; transforms are named destination first."""
