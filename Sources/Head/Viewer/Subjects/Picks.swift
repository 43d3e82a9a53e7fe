import Diagnostics
internal import Files
import Geometry
import Landmarks
import Platform

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

/// What a page sends when something was picked: the whole document, and the revision that it was made from.
struct PicksRequest: Decodable, Sendable {
  struct Pick: Decodable, Sendable {
    var clicks: [Click]?
    var point: Point?
    var state: String?
  }

  /// What a page says of a ``LandmarkClick``, its frame by its index; also how it asks what lies at a pixel.
  struct Click: Decodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var state: String?
  }

  struct Point: Decodable, Sendable {
    var mm: [Double]?
    var ray: Ray?
  }

  /// A ray in millimetres in the frame of the mesh.
  struct Ray: Decodable, Sendable {
    var origin: [Double]
    var direction: [Double]
  }

  var revision: Int
  var picks: [String: Pick]

  /// No landmark has more clicks.
  private static let mostClicks = 100
  /// Nothing lies farther from the origin than this, in millimetres or pixels.
  private static let farthest = 1e5

  /// The document, with the points of rays and the accepted proposals found by a subject.
  ///
  /// - Parameter frames: the names of the recording's frames; none for a mesh.
  /// - Throws: ``ViewRefusal`` for what is no document.
  func document(on subject: (any PickingSubject)?, frames: [String]) throws -> Picks {
    var document = Picks()
    for (key, pick) in picks {
      guard let landmark = Landmark(rawValue: key) else { throw ViewRefusal.badRequest }
      document[landmark] = try read(pick, of: landmark, subject, frames)
    }
    return document
  }

  private func read(
    _ pick: Pick, of landmark: Landmark, _ subject: (any PickingSubject)?, _ frames: [String]
  ) throws -> Picks.Pick {
    if let ray = pick.point?.ray {
      let (origin, direction) = (try Self.vector(ray.origin) / 1000, try Self.vector(ray.direction))
      guard let subject else { throw ViewRefusal.notReady }
      guard direction.length > 0, let met = subject.meet(landmark, origin, direction.normalized) else {
        throw ViewRefusal.missesHead
      }
      return met
    }
    let clicks = try (pick.clicks ?? []).map { try Self.click($0, frames) }
    guard clicks.count <= Self.mostClicks else { throw ViewRefusal.badRequest }
    if clicks.isEmpty, pick.point == nil, pick.state == "accepted", let accepted = subject?.proposal(of: landmark) {
      return accepted
    }
    return Picks.Pick(clicks: clicks, point: try pick.point?.mm.map { try Self.vector($0) / 1000 })
  }

  private static func click(_ click: Click, _ frames: [String]) throws -> LandmarkClick {
    guard click.pixel.count == 2, click.pixel.allSatisfy({ abs($0) <= farthest }), frames.indices.contains(click.frame)
    else { throw ViewRefusal.badRequest }
    let pixel = LandmarkFile.rounded(pixel: [click.pixel[0], click.pixel[1]])
    return LandmarkClick(frame: frames[click.frame], pixel: pixel, isProposed: click.state == "proposal")
  }

  private static func vector(_ values: [Double]) throws -> Vector3 {
    guard values.count == 3, values.allSatisfy({ abs($0) <= farthest }) else { throw ViewRefusal.badRequest }
    return [values[0], values[1], values[2]]
  }
}
