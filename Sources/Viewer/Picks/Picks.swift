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
    /// The standard deviation of the point along each axis, metres, where it is known.
    var deviation: Double?
    /// True where the point stands as the program proposed it, and somebody has accepted it.
    var isProposed = false

    /// True where nobody has picked or accepted anything.
    var isEmpty: Bool { clicks.isEmpty && point == nil }
  }

  /// A click in a colour frame.
  struct Click: Sendable, Equatable {
    /// The frame's index in the recording.
    var frame: Int
    /// The pixel; centres at integers.
    var pixel: Vector2
    /// True where the program set it, and somebody has accepted it.
    var isProposed = false
  }

  /// What is picked of each landmark; absent where nothing is.
  var landmarks: [Landmark: Pick] = [:]

  /// A landmark's picks.
  subscript(landmark: Landmark) -> Pick {
    get { landmarks[landmark] ?? Pick() }
    set { landmarks[landmark] = newValue == Pick() ? nil : newValue }
  }
}
