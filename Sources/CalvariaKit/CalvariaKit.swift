// Everything: from a recording to the report.

@_exported public import BodyLandmarks
@_exported public import CalvariaAnalysis
@_exported public import CalvariaFeedback
@_exported public import DepthFilters
@_exported public import Drawing
@_exported public import Inputs
@_exported public import Motion
@_exported public import NeckMotion
@_exported public import Observers
@_exported public import Outputs
@_exported public import Phantom
@_exported public import Ratings
@_exported public import Reconstruction
@_exported public import Recordings
@_exported public import Replay
@_exported public import Reports
@_exported public import ScanPipeline
@_exported public import Tracking
