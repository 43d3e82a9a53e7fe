import Geometry

/// What is known of one frame when it has just been seen: all that feedback is based on.
///
/// Places in view are counted from the image's middle, x to the right and y down as the operator sees the image, in
/// units of half its longer side.
public struct FrameFacts: Sendable, Equatable {
  /// The frame's index, and its time in seconds since the scan began.
  public var frame: Int, time: Double
  /// The cap's markers that are seen, each once; strays are left out.
  public var markers: [SeenMarker]
  /// Where known markers lie in view, those out of sight too; empty where the camera's place is not known.
  public var places: [Int: Vector2]
  /// The pose of the camera in the frame of the map of markers; nil where too few known markers are seen.
  public var mapFromCamera: RigidTransform?
  /// How far the image is smeared, in pixels; nil where it shows too little to tell.
  public var blur: Double?
  /// How fast the view turns, in degrees a second, by markers seen in this frame and the last; nil without such.
  public var turnRate: Double?
  /// The share of the image with valid depth, 0 to 1; nil where there is no depth image.
  public var validDepth: Double?
  /// What is known of the head's parts; empty while it is not known where they lie.
  public var parts: [HeadPart: PartFacts]
  /// What tells where they lie; nil where it is not known.
  public var partsSource: PartsSource?
  /// The thermal state that the device reports; nil where it reports none.
  public var heat: Heat?
  /// A live CVAI in per cent, where something measures one.
  public var cvai: Double?

  /// Facts from what is known; all but frame and time may be left out.
  public init(
    frame: Int, time: Double, markers: [SeenMarker] = [], places: [Int: Vector2] = [:],
    mapFromCamera: RigidTransform? = nil, blur: Double? = nil, turnRate: Double? = nil, validDepth: Double? = nil,
    parts: [HeadPart: PartFacts] = [:], partsSource: PartsSource? = nil, heat: Heat? = nil, cvai: Double? = nil
  ) {
    (self.frame, self.time, self.markers, self.places) = (frame, time, markers, places)
    (self.mapFromCamera, self.blur, self.turnRate, self.validDepth) = (mapFromCamera, blur, turnRate, validDepth)
    (self.parts, self.partsSource, self.heat, self.cvai) = (parts, partsSource, heat, cvai)
  }

  /// The ids that are seen.
  public var visible: Set<Int> { Set(markers.map(\.id)) }

  /// The median distance of the markers from the camera along its axis, in metres; nil where none is known.
  public var distance: Double? {
    let known = markers.compactMap(\.distance)
    return known.isEmpty ? nil : RobustStatistics.median(known)
  }
}

/// A marker in a frame.
public struct SeenMarker: Sendable, Equatable {
  /// Its id.
  public var id: Int
  /// Where it lies in view.
  public var place: Vector2
  /// The share of its pixels with valid depth, 0 to 1.
  public var validDepth: Double
  /// How far from the camera it is along the camera's axis, in metres; nil where that is not known.
  public var distance: Double?

  /// A marker from its parts.
  public init(id: Int, place: Vector2, validDepth: Double, distance: Double?) {
    (self.id, self.place, self.validDepth, self.distance) = (id, place, validDepth, distance)
  }
}

/// What is known of a part of the head.
public struct PartFacts: Sendable, Equatable {
  /// The share of it that was seen in depth so far, 0 to 1.
  public var covered: Double
  /// Which way the camera has to go around the head to face it; nil where it faces it, or its own place is not known.
  public var direction: MoveDirection?
  /// The angle by which it has to go, in degrees; nil where the camera's place is not known.
  public var away: Double?

  /// Facts from their parts.
  public init(covered: Double, direction: MoveDirection? = nil, away: Double? = nil) {
    (self.covered, self.direction, self.away) = (covered, direction, away)
  }
}

/// The thermal state that a device reports (the states of iOS).
public enum Heat: String, Sendable, CaseIterable, Comparable {
  case nominal, fair, serious, critical

  public static func < (a: Heat, b: Heat) -> Bool {
    Heat.allCases.firstIndex(of: a)! < Heat.allCases.firstIndex(of: b)!
  }
}
