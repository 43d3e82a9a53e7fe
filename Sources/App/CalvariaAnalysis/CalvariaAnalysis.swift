// Measures the mesh of any scanner; links neither OpenCV nor an image codec.

@_exported public import Analysis
@_exported public import Files
@_exported public import Diagnostics
@_exported public import Geometry
@_exported public import Landmarks
@_exported public import PointClouds
@_exported public import Workers
