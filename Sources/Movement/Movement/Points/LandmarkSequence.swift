public import Geometry

/// The points of one person over time, as a landmark file holds them.
public struct LandmarkSequence: Sendable, Equatable {
  /// What the coordinates are.
  public enum Space: Sendable, Equatable {
    /// In a picture: x to the right, y down, z is 0. Pixels, or any other unit that is the same in both directions;
    /// the picture's size where it is known, in pixels.
    case picture(width: Double?, height: Double?)
    /// In space, metres: x to the camera's right, y down, z forward.
    case camera
    /// In space, metres, with the right-handed axes of a laboratory.
    case laboratory

    /// True for points in a picture.
    public var isFlat: Bool { if case .picture = self { true } else { false } }
    /// True where y is down as the camera sees it.
    var hasCamera: Bool { self != .laboratory }
  }

  /// A point over time.
  public struct Track: Sendable, Equatable {
    /// Where it is in each frame; NaN where it is missing.
    public var positions: [Vector3]
    /// How sure each position is, 0 to 1; nil where the file does not say.
    public var confidences: [Double]?
    /// Why a point that the file has is missing all the same, by the frame's place.
    public var refused: [Int: RejectionReason]

    /// A track from its parts; positions and confidences have equal length.
    public init(positions: [Vector3], confidences: [Double]? = nil, refused: [Int: RejectionReason] = [:]) {
      (self.positions, self.confidences, self.refused) = (positions, confidences, refused)
    }
  }

  /// What the coordinates are.
  public var space: Space
  /// When each frame was taken, in seconds; ascending.
  public var times: [Double]
  /// What each frame is called.
  public var frames: [String]
  /// The points that the file has.
  public var tracks: [BodyPoint: Track]
  /// The frames, by their place, that show somebody else only.
  public var others: Set<Int>
  /// How confidences were read; nil where the file does not say how sure it is.
  public var confidence: ConfidenceScale?
  /// How many frames behind the last one have lost their times and are left out.
  public var untimed = 0
  /// Where the points lie: nil for joints as the file has them.
  public var points: PointKind?

  /// Where points lie that are no joints.
  public enum PointKind: String, Sendable, Codable {
    /// On the skin or the clothes that a camera of depth sees, in front of the joints' centres.
    case surface
  }

  /// A sequence from its parts; each track is as long as the times.
  public init(
    space: Space, times: [Double], frames: [String], tracks: [BodyPoint: Track], others: Set<Int> = [],
    confidence: ConfidenceScale? = nil
  ) {
    (self.space, self.times, self.frames, self.tracks) = (space, times, frames, tracks)
    (self.others, self.confidence) = (others, confidence)
  }

  /// Where a point is in a frame, where the file is surer of it than a threshold; nil else.
  func sure(_ point: BodyPoint, in frame: Int, above confidence: Double) -> Vector3? {
    guard let track = tracks[point], track.positions[frame].isFinite,
      track.confidences.map({ $0[frame] > confidence }) ?? true
    else { return nil }
    return track.positions[frame]
  }

  /// Frames a second, from the median time between two; nil with fewer than two frames.
  public var rate: Double? { SamplingGrid.step(of: times).map { 1 / $0 } }
}
