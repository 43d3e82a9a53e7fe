public import Geometry

/// The points of one person over time, as a motion file holds them.
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

    /// The position in a frame, where the file is surer of it than a threshold; nil else.
    func sure(in frame: Int, above confidence: Double) -> Vector3? {
      guard positions[frame].isFinite, confidences.map({ $0[frame] > confidence }) ?? true else { return nil }
      return positions[frame]
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
    tracks[point]?.sure(in: frame, above: confidence)
  }

  /// The points of a mirrored picture, as front cameras give it, with the sides that the subject has: a pose model takes the
  /// mirror's left for the left.
  public var withSidesExchanged: LandmarkSequence {
    var sequence = self
    sequence.tracks = [:]
    for (point, track) in tracks { sequence.tracks[point.ofOtherSide] = track }
    return sequence
  }

  /// The points of a mirrored picture as they would be in one that is not.
  public var unmirrored: LandmarkSequence {
    var sequence = withSidesExchanged
    var width = 0.0
    if case .picture(let known?, _) = space { width = known }
    for point in sequence.tracks.keys {
      for i in times.indices { sequence.tracks[point]!.positions[i].x = width - sequence.tracks[point]!.positions[i].x }
    }
    return sequence
  }

  /// Frames a second, from the median time between two; nil with fewer than two frames.
  public var rate: Double? { SamplingGrid.step(of: times).map { 1 / $0 } }
}

/// The kinds of motion files; a recording counts as one.
public enum MotionFormat: String, Sendable, Codable, CaseIterable {
  case openPose = "openpose"
  case coco
  case mediaPipe = "mediapipe"
  case trc
  case c3d
  case mot
  /// A table of points by name: DeepLabCut's, and MediaPipe's as scripts write it.
  case table
  /// Apple's Vision body pose, as apps write it.
  case vision
  /// A recording of images and depth, by which a neck is measured.
  case recording

  /// What it is called in texts.
  public var title: String {
    switch self {
    case .openPose: "OpenPose"
    case .coco: "COCO"
    case .mediaPipe: "MediaPipe"
    case .trc: "TRC"
    case .c3d: "C3D"
    case .mot: "MOT"
    case .table: "CSV"
    case .vision: "Apple Vision"
    case .recording: "RGB-D"
    }
  }
}

/// What motion files may hold; a file beyond it is refused before memory is taken for it.
package enum MotionLimits {
  /// The largest file, in bytes: a quarter of an hour of MediaPipe's JSON at 60 frames/s has about 200 MB.
  static let fileBytes = 256 << 20
  /// The largest file of a single frame, in bytes; with face and hands of ten people OpenPose writes 40 KB.
  static let frameBytes = 4 << 20
  /// The most frames: nine hours at 30 frames/s.
  static let frames = 1_000_000
  /// The most people in a frame.
  static let people = 1_000
  /// The most markers or columns of a table.
  static let columns = 2_000
  /// The most bytes of a name of a frame, a marker or a column.
  static let nameBytes = 200
  /// The largest coordinate, in its unit.
  static let largest = 1e7
  /// The shortest time between two frames, in seconds: that of 10,000 a second.
  static let shortestStep = 1e-4
  /// The frames a second that a file or an option may state.
  static let rates = 0.1...(1 / shortestStep)
  /// The sides of a picture, in pixels.
  static let sides = 1...largest
  /// The longest recording, in seconds.
  package static let longest = 1e7
  /// The latest time, in seconds: recorders count from a day of their own, such as the first of 1970.
  package static let latest = 1e11
}

/// Why a frame does not count.
public enum RejectionReason: String, Sendable, Codable, CaseIterable {
  /// A point that is needed is missing.
  case missing
  /// Depth shows nothing where a point lies in the picture.
  case noDepth = "no_depth"
  /// Depth steps where a point lies: it belongs to the limb or to what is behind.
  case depthEdge = "depth_edge"
  /// Something nearer hides the limb where a point lies.
  case occluded
  /// A point is not sure enough.
  case lowConfidence = "low_confidence"
  /// A point lies outside of the picture.
  case outsidePicture = "outside_picture"
  /// Seen from the front, the joints are not in their order from top to bottom.
  case order
  /// Seen from the front, the left side is where the right one belongs.
  case sidesSwapped = "sides_swapped"
  /// From the frame before to this one, the left leg jumped to the place of the right one and the reverse.
  case sidesExchanged = "sides_exchanged"
  /// A segment is longer or shorter than it is.
  case segmentLength = "segment_length"
  /// Two points coincide, or an axis has no direction.
  case degenerate
  /// It stands with too few others between two gaps to be filtered.
  case stray
  /// Somebody is there, but too far from where the person was to be the same one.
  case otherPerson = "other_person"
  /// A point, or the angle, repeats the frame before to the last digit where noise never does, or rests without noise: it was
  /// filled in.
  case frozen
  /// Nose or toes point the other way than in the rest of the file, or backwards in space; or a knee in a picture bends the wrong way
  /// where nothing else tells.
  case turned
  /// The head is turned farther than a picture from the front shows.
  case turnedAway = "turned_away"
  /// Too little of the cap can be read for the head's pose.
  case headUnseen = "head_unseen"
  /// The torso's place is not known in it.
  case torsoUnseen = "torso_unseen"
  /// The pose of head or torso is too uncertain.
  case uncertainPose = "uncertain_pose"
  /// The head leans so far that flexion and rotation can't be told apart.
  case gimbal
  /// The file does not have the frame, though it has those before and after it.
  case absent
  /// It stands behind the last time, and has lost its own.
  case untimed
}
