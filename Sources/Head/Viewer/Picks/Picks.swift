import Geometry
import Landmarks

/// All that has been picked so far: the document of a session. Undo and redo are earlier documents.
struct Picks: Sendable, Equatable {
  /// What is picked of one landmark.
  struct Pick: Sendable, Equatable {
    /// Clicks in colour frames, in the order in which they were made.
    var clicks: [LandmarkClick] = []
    /// A point on the surface, metres in the frame of the mesh; only where nothing but a mesh is known.
    var point: Vector3?
    /// The standard deviation of the point along each axis, metres, where it is known.
    var deviation: Double?
    /// True where the point stands as the program proposed it, and somebody has accepted it.
    var isProposed = false

    /// True where nobody has picked or accepted anything.
    var isEmpty: Bool { clicks.isEmpty && point == nil }
  }

  /// What is picked of each landmark; absent where nothing is.
  var landmarks: [Landmark: Pick] = [:]

  /// The picks with what is known of a point that has not moved: its deviation, and that a program proposed it.
  ///
  /// - Parameter earlier: picks that the same points may have been before.
  func recalling(_ earlier: [Landmark: [Pick]]) -> Picks {
    var picks = self
    for (landmark, pick) in landmarks where pick.clicks.isEmpty {
      let same = earlier[landmark]?.first { other in
        guard let mine = pick.point, let point = other.point else { return false }
        // A page gives points back as it was told them, to 0.1 µm.
        return (mine - point).length < 1e-6
      }
      picks[landmark] = same ?? pick
    }
    return picks
  }

  /// A landmark's picks.
  subscript(landmark: Landmark) -> Pick {
    get { landmarks[landmark] ?? Pick() }
    set { landmarks[landmark] = newValue == Pick() ? nil : newValue }
  }
}
