import Geometry
import Landmarks

/// All that has been picked so far: the document of a session. Undo and redo are earlier documents.
struct Picks: Sendable, Equatable {
  /// What is picked of one landmark.
  struct Pick: Sendable, Equatable {
    /// Clicks in colour frames, in the order in which they were made.
    var clicks: [Click] = []
    /// A point on the surface, metres in the frame of the mesh; only where nothing but a mesh is known.
    var point: Vector3?
    /// True where somebody has accepted the point that the program proposes, or was given, as it is.
    var isAccepted = false

    /// True where nobody has picked or accepted anything.
    var isEmpty: Bool { clicks.isEmpty && point == nil }
  }

  /// A click in a colour frame.
  struct Click: Sendable, Equatable {
    /// The frame's index in the recording.
    var frame: Int
    /// The pixel; centres at integers.
    var pixel: Vector2
  }

  /// What is picked of each landmark; absent where nothing is.
  var landmarks: [Landmark: Pick] = [:]

  /// A landmark's picks.
  subscript(landmark: Landmark) -> Pick {
    get { landmarks[landmark] ?? Pick() }
    set { landmarks[landmark] = newValue == Pick() ? nil : newValue }
  }
}

extension Picks {
  /// A pixel as it is saved: to a hundredth.
  static func rounded(_ pixel: Vector2) -> Vector2 { [(pixel.x * 100).rounded() / 100, (pixel.y * 100).rounded() / 100] }

  /// A point as it is saved: to a ten-thousandth of a millimetre.
  static func rounded(_ point: Vector3) -> Vector3 {
    let scaled = [point.x, point.y, point.z].map { ($0 * 1e7).rounded() / 1e4 }
    return Vector3(scaled[0], scaled[1], scaled[2]) / 1000
  }
}
