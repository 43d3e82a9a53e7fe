"""The measures of irregular heads against trimesh, Shapely and SciPy: `PYTHONPATH=Scripts python -m oracle`."""
