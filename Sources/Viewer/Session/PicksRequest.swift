import Diagnostics
import Geometry
internal import Inputs
import Landmarks
import Platform

/// What a page sends when something was picked: the whole document, and the revision that it was made from.
struct PicksRequest: Decodable, Sendable {
  struct Pick: Decodable, Sendable {
    var clicks: [Click]?
    var point: Point?
    var state: String?
  }

  struct Click: Decodable, Sendable {
    var frame: Int
    var pixel: [Double]
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

  /// The document, with the points of rays found by `meet`.
  ///
  /// - Parameter meet: places a ray (metres) of a landmark: as a point or as clicks in frames.
  /// - Throws: ``ViewRefusal`` for what is no document.
  func document(
    meeting meet: (_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) throws -> Picks.Pick?
  ) throws -> Picks {
    var document = Picks()
    for (key, pick) in picks {
      guard let landmark = Landmark(rawValue: key) else { throw ViewRefusal.badRequest }
      if let ray = pick.point?.ray {
        let (origin, direction) = (try Self.vector(ray.origin) / 1000, try Self.vector(ray.direction))
        guard direction.length > 0, let met = try meet(landmark, origin, direction.normalized) else {
          throw ViewRefusal.missesHead
        }
        document[landmark] = met
        continue
      }
      var read = Picks.Pick()
      let clicks = pick.clicks ?? []
      guard clicks.count <= Self.mostClicks else { throw ViewRefusal.badRequest }
      read.clicks = try clicks.map { click in
        guard click.pixel.count == 2, click.pixel.allSatisfy({ abs($0) <= Self.farthest }), click.frame >= 0 else {
          throw ViewRefusal.badRequest
        }
        return Picks.Click(frame: click.frame, pixel: [click.pixel[0], click.pixel[1]])
      }
      read.point = try pick.point?.mm.map { try Self.vector($0) / 1000 }
      read.isAccepted = pick.state == "accepted"
      document[landmark] = read
    }
    return document
  }

  private static func vector(_ values: [Double]) throws -> Vector3 {
    guard values.count == 3, values.allSatisfy({ abs($0) <= farthest }) else { throw ViewRefusal.badRequest }
    return [values[0], values[1], values[2]]
  }
}
