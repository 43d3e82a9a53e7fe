import Geometry
import Workers

/// A capped head and its surroundings, ready for ray casting.
struct PhantomScene: Sendable {
  private let cap: WornCap
  private let surroundings: Surroundings
  private let hands: FaultyHands
  /// The prints that are not on the cap.
  let prints: LoosePrints

  /// Tabulates a head on cube faces of `cells`² cells.
  init(
    head: PhantomHead, cap: PhantomCap, plan: FaultPlan, movement: BodyMovement, sway: Double, handsLower: Double = 0,
    patch: PhantomPatch? = nil, seed: UInt64, cells: Int, workers: Workers
  ) {
    let change = CapChange(plan, cap: cap)
    self.cap = WornCap(head: head, cap: cap, change: change, cells: cells, workers: workers)
    prints = LoosePrints(cap: cap, plan: plan, fallen: change.fallen)
    surroundings = Surroundings(
      shape: head.shape, movement: movement, sway: sway, handsLower: handsLower, prints: prints, patch: patch,
      seed: seed)
    hands = FaultyHands(plan, head: head)
  }

  /// The changes of the cap during the recording.
  var change: CapChange { cap.change }

  /// The scene frozen at a time in seconds.
  func at(_ time: Double, headFromCamera: RigidTransform) -> Snapshot {
    let worn = cap.at(time)
    var moment = surroundings.at(time, fallen: worn.state.fallen)
    moment.bodies += hands.at(time, headFromCamera: headFromCamera).map { .init(capsule: $0, material: .skin) }
    return Snapshot(surface: worn.surface, ink: worn.ink, moment: moment)
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
    let surface: PhantomSurface
    let ink: CapInk
    let moment: Surroundings.Moment
    private let bodiesTop: Double

    init(surface: PhantomSurface, ink: CapInk, moment: Surroundings.Moment) {
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
      return ink.ink(at: point).map(Self.material) ?? .cloth
    }

    private func bodyHit(_ body: Surroundings.Body, _ ray: Ray, _ distance: Double) -> Hit {
      let point = ray.at(distance)
      let print = body.prints.lazy.compactMap { $0.ink(at: point) }.first.map(Self.material)
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

    private static func material(_ ink: PrintedMarker.Ink) -> Material { ink == .black ? .blackInk : .whiteInk }
  }
}
