import Geometry
import Workers

/// A capped head and its surroundings, ready for ray casting.
struct PhantomScene: Sendable {
  private let cap: WornCap
  private let surroundings: Surroundings
  private let hands: FaultyHands
  /// The prints that are not on the cap.
  let prints: LoosePrints
  private let board: PhantomBoard?

  /// Tabulates a head on cube faces of `cells`² cells; where there is a board, that is all that there is.
  init(
    head: PhantomHead, cap: PhantomCap, plan: FaultPlan, movement: BodyMovement, sway: Double, handsLower: Double = 0,
    patch: PhantomPatch? = nil, board: PhantomBoard? = nil, seed: UInt64, cells: Int, workers: Workers
  ) {
    self.board = board
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
    if board != nil { moment = .still }
    moment.bodies += hands.at(time, headFromCamera: headFromCamera).map { .init(capsule: $0, material: .skin) }
    return Snapshot(surface: worn.surface, ink: worn.ink, board: board, moment: moment)
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
    let board: PhantomBoard?
    let moment: Surroundings.Moment

    /// Calls `body` with the index of each ray and the first surface that it meets; the room has walls all around, so there
    /// always is one.
    @inline(__always)
    func trace(_ rays: RayFan, _ body: (Int, Hit) -> Void) {
      if let board { return trace(rays, board, body) }
      let distances = surface.distances(rays)
      let bodies = BodyCaster(moment.bodies, from: rays.origin)
      let inWorld = moment.worldFromHead * rays.origin
      surface.details.withSampler { details in
        for (index, direction) in rays.directions.enumerated() {
          let (ray, distance) = (Ray(origin: rays.origin, direction: direction), distances[index])
          if let hit = bodies.hit(direction, before: distance) {
            body(index, bodyHit(hit.body, ray, hit.distance))
          } else if distance.isFinite {
            body(index, headHit(ray, distance, details))
          } else {
            body(index, roomHit(ray, inWorld))
          }
        }
      }
    }

    private func trace(_ rays: RayFan, _ board: PhantomBoard, _ body: (Int, Hit) -> Void) {
      for (index, direction) in rays.directions.enumerated() {
        let ray = Ray(origin: rays.origin, direction: direction)
        guard let distance = board.distance(ray) else {
          body(index, roomHit(ray, rays.origin))
          continue
        }
        let point = ray.at(distance)
        body(
          index,
          Hit(
            distance: distance, point: point, normal: [0, 0, 1],
            material: Self.material(board.ink(at: point) ?? .white),
            texturePoint: point))
      }
    }

    /// The direction towards the ceiling lamp, head frame.
    var lamp: Vector3 { moment.headFromWorld.rotation * Vector3(0.30, 0.45, 0.84) }

    @inline(__always)
    private func headHit(_ ray: Ray, _ distance: Double, _ details: CubeMap<SIMD4<Float>>.Sampler) -> Hit {
      let point = ray.at(distance)
      let (normal, capDepth) = details.sample(point)
      let material = capDepth > 0.001 ? ink.ink(at: point).map(Self.material) ?? .cloth : .face
      return Hit(distance: distance, point: point, normal: normal, material: material, texturePoint: point)
    }

    @inline(__always)
    private func bodyHit(_ index: Int, _ ray: Ray, _ distance: Double) -> Hit {
      let point = ray.at(distance)
      var material = moment.bodies[index].material
      for print in moment.bodies[index].prints.indices {
        guard let ink = moment.bodies[index].prints[print].plate.ink(at: point) else { continue }
        material = Self.material(ink)
        break
      }
      return Hit(
        distance: distance, point: point, normal: moment.bodies[index].capsule.normal(at: point), material: material,
        texturePoint: point)
    }

    /// - Parameter origin: the ray's, world frame.
    @inline(__always)
    private func roomHit(_ ray: Ray, _ origin: Vector3) -> Hit {
      let inWorld = Ray(origin: origin, direction: moment.worldFromHead.rotation * ray.direction)
      let wall = Room().hit(inWorld)
      return Hit(
        distance: wall.distance, point: ray.at(wall.distance),
        normal: moment.headFromWorld.rotation * wall.normal, material: .room,
        texturePoint: inWorld.at(wall.distance))
    }

    @inline(__always)
    private static func material(_ ink: PrintedMarker.Ink) -> Material { ink == .black ? .blackInk : .whiteInk }
  }
}
