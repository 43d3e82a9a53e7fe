import Geometry
import Workers

/// A capped head and its surroundings, ready for ray casting.
struct PhantomScene: Sendable {
  private let surface: HeadSurface
  private let ink: InkIndex
  private let surroundings: Surroundings

  /// Tabulates a head on cube faces of `cells`² cells.
  init(head: PhantomHead, cap: PhantomCap, sway: Double, seed: UInt64, cells: Int, workers: Workers) {
    surface = HeadSurface(head, cells: cells, workers: workers)
    ink = InkIndex(head: head, markers: cap.markers, workers: workers)
    surroundings = Surroundings(shape: head.shape, sway: sway, stray: cap.stray, seed: seed)
  }

  /// The scene frozen at a time in seconds.
  func at(_ time: Double) -> Snapshot {
    Snapshot(surface: surface, ink: ink, moment: surroundings.at(time))
  }

  /// Where a ray ends. Head frame, metres.
  struct Hit: Sendable {
    var distance: Double
    var point, normal: Vector3
    var material: Material
    /// Where the light comes from is at rest in the world, and so is the texture of the room.
    var texturePoint: Vector3
  }

  /// The scene at a moment.
  struct Snapshot: Sendable {
    let surface: HeadSurface
    let ink: InkIndex
    let moment: Surroundings.Moment
    private let bodiesTop: Double

    init(surface: HeadSurface, ink: InkIndex, moment: Surroundings.Moment) {
      (self.surface, self.ink, self.moment) = (surface, ink, moment)
      bodiesTop = moment.bodiesTop
    }

    /// The first surface that a ray meets; the room has walls all around, so there always is one.
    func trace(_ ray: Ray) -> Hit {
      var nearest = surface.hit(ray) ?? .infinity
      var body: Surroundings.Body?
      if mayMeetBodies(ray, before: nearest) {
        for candidate in moment.bodies {
          if let t = candidate.capsule.hit(ray), t < nearest { (nearest, body) = (t, candidate) }
        }
      }
      if let body { return bodyHit(body, ray, nearest) }
      return nearest.isFinite ? headHit(ray, nearest) : roomHit(ray)
    }

    /// The direction towards the ceiling lamp, head frame.
    var lamp: Vector3 { moment.headFromWorld.rotation * Vector3(0.30, 0.45, 0.84) }

    /// False for most rays that end on the cap, which lies above all bodies.
    private func mayMeetBodies(_ ray: Ray, before distance: Double) -> Bool {
      ray.origin.z < bodiesTop || (distance.isFinite ? ray.at(distance).z < bodiesTop : ray.direction.z < 0)
    }

    private func headHit(_ ray: Ray, _ distance: Double) -> Hit {
      let point = ray.at(distance)
      return Hit(
        distance: distance, point: point, normal: surface.normal(at: point), material: headMaterial(point),
        texturePoint: point)
    }

    private func headMaterial(_ point: Vector3) -> Material {
      guard surface.capDepth(at: point) > 0.001 else { return .face }
      return Self.material(ink.ink(at: point)) ?? .cloth
    }

    private func bodyHit(_ body: Surroundings.Body, _ ray: Ray, _ distance: Double) -> Hit {
      let point = ray.at(distance)
      let print = body.material == .shirt ? Self.material(moment.stray?.ink(at: point)) : nil
      return Hit(
        distance: distance, point: point, normal: body.capsule.normal(at: point), material: print ?? body.material,
        texturePoint: point)
    }

    private func roomHit(_ ray: Ray) -> Hit {
      let world = moment.worldFromHead
      let inWorld = Ray(origin: world * ray.origin, direction: world.rotation * ray.direction)
      let wall = Room().hit(inWorld)
      return Hit(
        distance: wall.distance, point: ray.at(wall.distance), normal: moment.headFromWorld.rotation * wall.normal,
        material: .room, texturePoint: inWorld.at(wall.distance))
    }

    private static func material(_ ink: PrintedMarker.Ink?) -> Material? {
      ink.map { $0 == .black ? .blackInk : .whiteInk }
    }
  }
}
