import Geometry
import Platform

/// What surrounds the head and moves against it: neck and torso, two hands, the room. World frame: the head's at rest.
struct Surroundings: Sendable {
  /// The bodies at a moment, head frame, and the world's place in it.
  struct Moment: Sendable {
    let headFromWorld, worldFromHead: RigidTransform
    var bodies: [Body]

    /// Nothing moves, and nothing is there.
    static let still = Moment(headFromWorld: .identity, worldFromHead: .identity, bodies: [])
  }

  /// A capsule and what it is made of.
  struct Body: Sendable {
    let capsule: Capsule
    let material: Material
    var prints: [PrintedMarker] = []
  }

  private let movement: BodyMovement
  private let hands: [(motion: SmoothMotion, capsules: [Capsule])]
  private let neck: Capsule
  private let torso: Capsule
  private let prints: LoosePrints
  private let patch: PhantomPatch?

  /// The surroundings of a head of a given shape.
  ///
  /// - Parameters:
  ///   - movement: how head and torso move in the room.
  ///   - sway: how much the hands move; 1 is usual.
  ///   - handsLower: how far below their usual place beside the neck the hands hold, in metres.
  init(
    shape: HeadShape, movement: BodyMovement, sway: Double, handsLower: Double = 0, prints: LoosePrints,
    patch: PhantomPatch? = nil, seed: UInt64
  ) {
    let floor = Self.floor(of: shape)
    neck = Capsule(start: [0, -0.012, floor + 0.045], end: [0, -0.018, floor - 0.06], radius: 0.03)
    torso = Capsule(start: [-0.075, -0.02, floor - 0.10], end: [0.075, -0.02, floor - 0.10], radius: 0.058)
    hands = [-1.0, 1.0].map { side in
      let motion = SmoothMotion(
        rotation: 0.05 * sway, translation: 0.006 * sway, frequencies: 0.05...0.4,
        seed: seed ^ (side < 0 ? 0x4C48 : 0x5248))
      return (motion, Self.hand(side: side, floor: floor - handsLower))
    }
    (self.movement, self.prints, self.patch) = (movement, prints, patch)
  }

  /// The height of the chin, head frame at rest.
  private static func floor(of shape: HeadShape) -> Double { -0.58 * shape.height }

  /// The point of the neck about which a head of a given shape turns, torso frame.
  static func pivot(of shape: HeadShape) -> Vector3 { [0, -0.015, floor(of: shape) - 0.008] }

  /// Everything at a time in seconds.
  ///
  /// - Parameter fallen: whether the marker that falls off has done so.
  func at(_ time: Double, fallen: Bool) -> Moment {
    let worldFromHead = movement.worldFromHead(at: time)
    let headFromWorld = worldFromHead.inverse
    let headFromTorso = headFromWorld * movement.worldFromTorso(at: time)
    let patched = patch?.prints(on: torso, at: time).map { $0.moved(by: headFromTorso) } ?? []
    var bodies = [
      Body(capsule: neck.moved(by: headFromTorso), material: .skin),
      Body(
        capsule: torso.moved(by: headFromTorso), material: .shirt,
        prints: patched + prints.onTorso(torso, headFromTorso: headFromTorso, fallen: fallen)),
    ]
    for hand in hands {
      let headFromHand = headFromWorld * hand.motion.at(time)
      bodies += hand.capsules.map { Body(capsule: $0.moved(by: headFromHand), material: .skin) }
    }
    if let print = prints.cup {
      let headFromHand = headFromWorld * hands[1].motion.at(time)
      bodies.append(
        Body(capsule: cup.moved(by: headFromHand), material: .shirt, prints: [print.placed(at: headFromHand * cupPose)])
      )
    }
    return Moment(
      headFromWorld: headFromWorld, worldFromHead: worldFromHead, bodies: bodies)
  }

  /// A cup that the right hand holds beside the neck, and the pose of the print on its outer side.
  private var cup: Capsule {
    let palm = hands[1].capsules[1].end
    return Capsule(
      start: palm + Vector3(0.044, 0.005, -0.030), end: palm + Vector3(0.044, 0.005, -0.002), radius: 0.026)
  }

  private var cupPose: RigidTransform {
    let normal = Vector3(0.85, 0.527, 0).normalized
    let middle = (cup.start + cup.end) / 2
    let up = Vector3(0, 0, 1)
    return RigidTransform(
      rotation: Matrix3(columns: up.cross(normal), up, normal), translation: middle + normal * cup.radius)
  }

  /// A forearm, a palm and two fingers that rise beside the neck towards the jaw.
  private static func hand(side: Double, floor: Double) -> [Capsule] {
    let wrist = Vector3(0.085 * side, -0.005, floor - 0.055)
    let palm = Vector3(0.066 * side, -0.022, floor - 0.002)
    return [
      Capsule(start: wrist + Vector3(0.05 * side, -0.02, -0.10), end: wrist, radius: 0.023),
      Capsule(start: wrist, end: palm, radius: 0.019),
      Capsule(start: palm, end: palm + Vector3(-0.008 * side, 0.010, 0.026), radius: 0.0085),
      Capsule(start: palm, end: palm + Vector3(-0.006 * side, -0.012, 0.022), radius: 0.0085),
    ]
  }
}

/// The inside of a box: walls, floor and ceiling, at rest in the world.
struct Room: Sendable {
  private let low = Vector3(-1.3, -1.2, -0.55)
  private let high = Vector3(1.1, 1.4, 1.3)

  /// The distance to the wall that a ray from inside meets, and the wall's inward normal; world frame.
  @inline(__always)
  func hit(_ ray: Ray) -> (distance: Double, normal: Vector3) {
    var best = (distance: Double.infinity, normal: Vector3(0, 0, 1))
    let x = distance(ray.direction.x, from: ray.origin.x, low.x, high.x)
    if x < best.distance { best = (max(x, 0), Vector3(ray.direction.x > 0 ? -1 : 1, 0, 0)) }
    let y = distance(ray.direction.y, from: ray.origin.y, low.y, high.y)
    if y < best.distance { best = (max(y, 0), Vector3(0, ray.direction.y > 0 ? -1 : 1, 0)) }
    let z = distance(ray.direction.z, from: ray.origin.z, low.z, high.z)
    if z < best.distance { best = (max(z, 0), Vector3(0, 0, ray.direction.z > 0 ? -1 : 1)) }
    return best
  }

  /// Along one axis.
  @inline(__always)
  private func distance(_ direction: Double, from origin: Double, _ low: Double, _ high: Double) -> Double {
    abs(direction) > 1e-12 ? ((direction > 0 ? high : low) - origin) / direction : .infinity
  }
}
