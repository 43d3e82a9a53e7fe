// The engine that steers an operator, for an app with frames of its own; links no image codec.

@_exported public import Diagnostics
@_exported public import Feedback
@_exported public import Geometry
@_exported public import Images
@_exported public import LiveTracking
@_exported public import Markers
