// The engine that steers an operator, for an app with frames of its own.

@_exported public import Diagnostics
@_exported public import Feedback
@_exported public import Geometry
@_exported public import Images
@_exported public import Markers
@_exported public import Recordings
@_exported public import Tracking
