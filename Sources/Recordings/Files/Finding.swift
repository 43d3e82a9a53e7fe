/// Something odd about a recording that does not prevent its use.
public struct Finding: Sendable, Equatable {
  /// What kind of oddity; the raw value is the machine's name of it.
  public enum Code: String, Sendable, CaseIterable {
    /// Colour images without a depth image at their time.
    case unmatchedColor = "unmatched_color"
    /// Depth images without a colour image at their time.
    case unmatchedDepth = "unmatched_depth"
    /// Images that a list names and the folder lacks.
    case missingFiles = "missing_files"
    /// Files among the images whose names fit no image of this layout.
    case ignoredFiles = "ignored_files"
    /// Frames that seem to be missing between others.
    case droppedFrames = "dropped_frames"
    /// Colour and depth of a pair were not taken at the same time.
    case notSynchronised = "not_synchronised"
    /// The recording has no timestamps, so a rate was assumed.
    case assumedRate = "assumed_rate"
    /// The matrix of the intrinsics is written row by row instead of column by column.
    case rowMajorIntrinsics = "row_major_intrinsics"
    /// A second file of intrinsics was left unread.
    case unusedIntrinsics = "unused_intrinsics"
    /// The intrinsics name a reference size that is not the images'.
    case intrinsicsReference = "intrinsics_reference"
    /// The intrinsics change during the recording.
    case varyingIntrinsics = "varying_intrinsics"
    /// Frames without intrinsics of their own, for which a neighbour's are used.
    case missingMetadata = "missing_metadata"
    /// The recorder smoothed the depth and filled holes.
    case filteredDepth = "filtered_depth"
    /// The recorder says that depth is relative, not absolute.
    case relativeDepth = "relative_depth"
    /// The focal lengths differ by more than pixels do in width and height.
    case nonSquarePixels = "non_square_pixels"
    /// Frames with hardly any valid depth.
    case invalidDepth = "invalid_depth"
    /// Markers measure more or less of their printed size than can be used.
    case markerSize = "marker_size"
    /// Markers like the cap's whose ids the cap file leaves out.
    case unlistedMarkers = "unlisted_markers"
    /// Depth lies where no head scan has it, so its unit may be wrong.
    case implausibleDepth = "implausible_depth"
    /// Frames whose images can't be read.
    case unreadableFrames = "unreadable_frames"
  }

  /// What kind of oddity.
  public let code: Code
  /// How many frames, images or files are concerned.
  public let count: Int
  /// One clause for people, without a full stop.
  public let text: String

  /// A finding from its parts.
  public init(_ code: Code, count: Int, _ text: String) {
    (self.code, self.count, self.text) = (code, count, text)
  }
}
