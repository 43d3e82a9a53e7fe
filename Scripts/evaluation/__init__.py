"""The parts of Scripts/evaluate.py. Lengths are millimetres, angles degrees; transforms are named destination first."""
