import Analysis
import Diagnostics
internal import Files

/// What happened in one frame.
public struct FrameRow: Sendable, Equatable {
  /// The frame's name.
  public var frame: String
  /// Seconds since the start of the recording.
  public var time: Double
  /// How its pose was found: `markers` or `dense`; nil without one.
  public var pose: String?
  /// Why the frame was not used; empty where it was.
  public var rejections: [Finding]
  /// Markers of the cap detected, and those that agree with the pose.
  public var markersSeen, markersUsed: Int
  /// The residual of the corners in pixels.
  public var reprojectionRMS: Double?
  /// The standard deviation of a pose found by the surface, along its least certain direction, in millimetres.
  public var poseDeviationMillimetres: Double?
  /// How valid its depth was.
  public var depth: FrameDepthValidity?

  /// A row from its values.
  public init(
    frame: String, time: Double, pose: String? = nil, rejections: [Finding] = [], markersSeen: Int = 0,
    markersUsed: Int = 0,
    reprojectionRMS: Double? = nil, poseDeviationMillimetres: Double? = nil, depth: FrameDepthValidity? = nil
  ) {
    (self.frame, self.time, self.pose, self.rejections) = (frame, time, pose, rejections)
    (self.markersSeen, self.markersUsed) = (markersSeen, markersUsed)
    (self.reprojectionRMS, self.poseDeviationMillimetres) = (reprojectionRMS, poseDeviationMillimetres)
    self.depth = depth
  }
}

/// The content of `frames.csv`: a row a frame, empty fields where nothing is known.
public enum FramesTable {
  /// The columns.
  public static let header = [
    "frame", "time_s", "used", "reason", "markers_seen", "markers_used", "reprojection_rms_px", "depth_valid_fraction",
    "head_valid_fraction", "markers_valid_fraction", "pose", "pose_sd_mm", "codes",
  ]

  /// The file's text.
  public static func csv(_ rows: some Sequence<FrameRow>) -> String {
    var table = CSVTable(header: header)
    for row in rows {
      let shares = [row.depth?.frame, row.depth?.head, row.depth?.markers].map {
        CSVTable.Field.number($0?.fraction, decimals: 4)
      }
      table.add(
        [
          .text(row.frame), .number(row.time, decimals: 6), .flag(row.rejections.isEmpty),
          .text(row.rejections.text() ?? ""),
          .integer(row.markersSeen), .integer(row.markersUsed), .number(row.reprojectionRMS, decimals: 3),
        ] + shares + [.text(row.pose ?? ""), .number(row.poseDeviationMillimetres, decimals: 3)]
          + [.text(row.rejections.map(\.code.rawValue).joined(separator: " "))])
    }
    return table.text
  }
}
