public import Analysis
public import Diagnostics
public import Geometry
public import Landmarks

/// Landmarks and all drawings on a head that change with them: metres, the frame of the mesh.
public struct HeadAnnotation: Sendable, Equatable {
  /// Whether a landmark was accepted, is a proposal, or was rejected.
  public enum LandmarkState: String, Sendable {
    case accepted, proposal, rejected
  }

  /// A landmark on the head.
  public struct ShownLandmark: Sendable, Equatable {
    public var landmark: Landmark
    /// Metres, the mesh's frame.
    public var position: Vector3
    public var state: LandmarkState

    /// A landmark from its parts.
    public init(_ landmark: Landmark, position: Vector3, state: LandmarkState = .accepted) {
      (self.landmark, self.position, self.state) = (landmark, position, state)
    }
  }

  /// A diagonal of the section.
  public struct ShownDiagonal: Sendable, Equatable {
    /// The measure that is its length.
    public var measure: MeasureName
    /// Its ends on the outline: in front and at the back.
    public var front, back: Vector3

    /// A diagonal from its parts.
    public init(_ measure: MeasureName, front: Vector3, back: Vector3) {
      (self.measure, self.front, self.back) = (measure, front, back)
    }
  }

  /// The transform to the head frame (RAS), or nil without a complete set of landmarks.
  public var headFromMesh: RigidTransform?
  /// Where up is, a unit vector: by the recorder's sense of gravity, or else away from the neck's rim. A head without a head
  /// frame is shown by it.
  public var up: Vector3?
  /// The landmarks, those that are rejected too.
  public var landmarks: [ShownLandmark]
  /// The section's outline: one closed line, or open pieces.
  public var outline: [[Vector3]] = []
  /// True where the outline is one closed line.
  public var isClosed = false
  /// Where the outline is missing: from one end of the surface to the other.
  public var gaps: [[Vector3]] = []
  /// The corners of a rectangle in the plane of the section, somewhat larger than the head; nil without a section.
  public var plane: [Vector3]?
  public var diagonals: [ShownDiagonal] = []

  /// Landmarks without a head frame.
  public init(landmarks: [ShownLandmark] = []) { self.landmarks = landmarks }

  /// How far the rectangle of the plane stands out over the outline, in metres.
  private static let planeMargin = 0.015

  /// The annotation of a head that was measured.
  ///
  /// - Parameters:
  ///   - measures: measures whose landmarks are in the mesh's frame.
  ///   - landmarks: what is shown of the landmarks; where it is left out, all of the measures' landmarks.
  public init(_ measures: HeadMeasures, landmarks: [ShownLandmark]? = nil) {
    self.landmarks = landmarks ?? Self.shown(measures.landmarks)
    headFromMesh = measures.frame?.headFromScan
    guard let frame = measures.frame, let section = measures.section, !section.points.isEmpty else { return }
    let meshFromHead = frame.headFromScan.inverse
    let place = { (p: Vector2) in meshFromHead * Vector3(p.x, p.y, section.level) }
    outline = section.outline.map { $0.map(place) }
    isClosed = section.isClosed
    gaps = section.gaps.map { [place($0.from), place($0.to)] }
    let (low, high) = (
      section.points.reduce(section.points[0], pointwiseMin) - Self.planeMargin,
      section.points.reduce(section.points[0], pointwiseMax) + Self.planeMargin
    )
    plane = [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]].map(place)
    diagonals = [
      (MeasureName.diagonalLeftFront, measures.leftFront), (.diagonalRightFront, measures.rightFront),
    ].compactMap { name, diagonal in
      diagonal.map { ShownDiagonal(name, front: place($0.front), back: place($0.back)) }
    }
  }

  private static func shown(_ landmarks: HeadLandmarks) -> [ShownLandmark] {
    landmarks.estimates.sorted { $0.key < $1.key }.map { landmark, estimate in
      ShownLandmark(
        landmark, position: estimate.position, state: estimate.fault == nil ? .accepted : .rejected)
    }
  }
}

extension HeadAnnotation.ShownLandmark {
  /// The name for people, as a label: with a capital.
  public func title(_ language: Language) -> String {
    let name = landmark.title(language)
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension HeadAnnotation.ShownDiagonal {
  /// The name without that of the measure's kind: `left_front` or `right_front`.
  public var key: String {
    measure.rawValue.hasPrefix("diagonal_") ? String(measure.rawValue.dropFirst("diagonal_".count)) : measure.rawValue
  }

  /// Its length in words.
  public func text(_ language: Language) -> String {
    language.number(1000 * (front - back).length, digits: 1) + " mm"
  }
}

extension HeadAnnotation {
  /// The annotation in another frame.
  public func transformed(by transform: RigidTransform) -> HeadAnnotation {
    let move = { (points: [Vector3]) in points.map { transform * $0 } }
    var moved = self
    moved.headFromMesh = headFromMesh.map { $0 * transform.inverse }
    for i in landmarks.indices { moved.landmarks[i].position = transform * landmarks[i].position }
    (moved.outline, moved.gaps) = (outline.map(move), gaps.map(move))
    moved.plane = plane.map(move)
    for i in diagonals.indices {
      (moved.diagonals[i].front, moved.diagonals[i].back) = (
        transform * diagonals[i].front, transform * diagonals[i].back
      )
    }
    return moved
  }
}

extension HeadAnnotation {
  /// The rotation that turns ``up`` upwards; nil where up is not known.
  var upright: RigidTransform? {
    guard let up, up.isFinite, up.length > 0.5 else { return nil }
    let z = up.normalized
    // Forward is any axis of the mesh that is not too near to up.
    let axes: [Vector3] = [[0, 1, 0], [1, 0, 0]]
    let forward = axes.first { abs($0.dot(z)) < 0.8 }!
    let y = (forward - z * forward.dot(z)).normalized
    return RigidTransform(rotation: Matrix3(rows: y.cross(z), y, z), translation: .zero)
  }
}
