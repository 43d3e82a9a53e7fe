// Everything: from a recording to the report.

@_exported public import Movement
@_exported public import CalvariaAnalysis
@_exported public import CalvariaFeedback
@_exported public import DepthFilters
@_exported public import Drawing
@_exported public import Files
@_exported public import Studies
@_exported public import Phantom
@_exported public import Reconstruction
@_exported public import Recordings
@_exported public import Replay
@_exported public import Reports
@_exported public import ScanPipeline
@_exported public import Tracking
