import Geometry
import Platform
import Testing

@testable import Phantom

/// What is around the head.
@Suite struct SurroundingsTests {
  private static let made = Result { try PhantomCap(head: PhantomHead(HeadShape()), count: 12, seed: 4) }
  private let cap: PhantomCap
  init() throws { cap = try Self.made.get() }

  private func moment(
    _ faults: PhantomFault..., lower: Double = 0, fallen: PrintedMarker? = nil
  ) throws -> Surroundings.Moment {
    let prints = LoosePrints(cap: cap, plan: try FaultPlan(faults, duration: 10), fallen: fallen)
    let still = Surroundings(
      shape: HeadShape(), movement: BodyMovement(sway: 0, seed: 1), sway: 0, handsLower: lower, prints: prints, seed: 1)
    return still.at(3, fallen: fallen != nil)
  }

  /// The chin is 0.58 of the head's height below its middle.
  @Test func neckTorsoAndHandsAreAround() throws {
    let bodies = try moment().bodies
    #expect(bodies.count == 10)
    let (neck, torso) = (bodies[0].capsule, bodies[1].capsule)
    #expect(abs(neck.start.z + 0.0928 - 0.045) < 1e-12 && abs(neck.end.z + 0.0928 + 0.06) < 1e-12)
    #expect(neck.start.x == 0 && neck.end.x == 0 && neck.radius == 0.03)
    #expect(abs(torso.start.z + 0.1928) < 1e-12 && torso.end.z == torso.start.z && torso.start.x == -torso.end.x)
    #expect(abs(Surroundings.pivot(of: HeadShape()).z + 0.1008) < 1e-12)
    // Both hands are alike, the left one first; forearm, palm and fingers hang together and come nearer to the head.
    for k in 2..<6 {
      let (left, right) = (bodies[k].capsule, bodies[k + 4].capsule)
      for (a, b) in [(left.start, right.start), (left.end, right.end)] { #expect(a == [-b.x, b.y, b.z]) }
      #expect(right.start.x > 0.06 && left.radius == right.radius)
    }
    let hand = bodies[6..<10].map(\.capsule)
    #expect(hand[0].end == hand[1].start && hand[1].end == hand[2].start && hand[1].end == hand[3].start)
    #expect(hand[0].start.x > hand[0].end.x && hand[0].end.x > hand[1].end.x && hand[1].end.x > hand[2].end.x)
    #expect(hand[0].start.z < hand[0].end.z && hand[0].end.z < hand[1].end.z && hand[1].end.z < hand[2].end.z)
    #expect(hand[3].end.x < hand[1].end.x && hand[3].end.z > hand[1].end.z, "both fingers rise")
    #expect(abs(hand[0].end.z + 0.1478) < 1e-12 && abs(hand[1].end.z + 0.0948) < 1e-12)
    // Beside the neck, and outside of it.
    #expect(hand.allSatisfy { min($0.start.x, $0.end.x) - $0.radius > 0.03 })
    let lower = try moment(lower: 0.05).bodies
    for k in 2..<10 {
      #expect((lower[k].capsule.start - bodies[k].capsule.start - Vector3(0, 0, -0.05)).length < 1e-12)
    }
    #expect(lower[1].capsule == torso)
  }

  @Test func theCupHasItsPrintOnTheOutside() throws {
    let bodies = try moment(PhantomFault(.handMarker)).bodies
    let cup = try #require(bodies.last)
    #expect(bodies.count == 11)
    let print = try #require(cup.prints.first)
    let (place, normal) = (print.pose.translation, print.pose.rotation.c2)
    let middle = (cup.capsule.start + cup.capsule.end) / 2
    #expect(abs(normal.length - 1) < 1e-12 && normal.z == 0 && normal.x > 0.8 && normal.y > 0.5)
    #expect((place - middle - normal * cup.capsule.radius).length < 1e-12)
    #expect(
      (print.pose.rotation.c1 - Vector3(0, 0, 1)).length < 1e-12 && abs(print.pose.rotation.determinant - 1) < 1e-12)
    // Upright, beside the right palm.
    let palm = bodies[7].capsule.end
    #expect((cup.capsule.start - palm - Vector3(0.044, 0.005, -0.030)).length < 1e-12)
    #expect((cup.capsule.end - palm - Vector3(0.044, 0.005, -0.002)).length < 1e-12)
    #expect(print.id == cap.markers[3].id && print.size == cap.markers[3].size)
  }

  /// Side by side on the chest, which they face: a stray of 1.3 times the size, a second, a foreign and a fallen one.
  @Test func loosePrintsLieOnTheChest() throws {
    let fallen = cap.markers[5]
    let torso = try moment(PhantomFault(.secondStray), PhantomFault(.falseId), PhantomFault(.fallOff), fallen: fallen)
      .bodies[1]
    let middle = (torso.capsule.start + torso.capsule.end) / 2
    #expect(torso.prints.count == 4)
    #expect(torso.prints.map { (($0.pose.translation.x - middle.x) * 1000).rounded() } == [20, 52, -52, -17])
    for print in torso.prints {
      let (place, normal) = (print.pose.translation - middle, print.pose.rotation.c2)
      #expect((normal - Vector3(0, 0.8, 0.6)).length < 1e-12)
      #expect((Vector3(0, place.y, place.z) - normal * torso.capsule.radius).length < 1e-12)
      #expect(abs(print.pose.rotation.determinant - 1) < 1e-12)
      #expect((print.pose.rotation.transpose * print.pose.rotation.c0 - Vector3(1, 0, 0)).length < 1e-12)
      // Its right is the subject's left, turned by the sine of 0.28 upwards on the chest: 0.28 · (0, −0.6, 0.8).
      #expect((print.pose.rotation.c0 - Vector3(-0.96, -0.168, 0.224)).length < 1e-12)
    }
    let ids = torso.prints.map(\.id)
    #expect(ids[0] == cap.stray?.id && ids[1] == cap.markers[2].id && ids[3] == fallen.id)
    #expect(!cap.ids.contains(ids[2]) && (0..<ids[2]).allSatisfy { cap.ids.contains($0) })
    let sizes = torso.prints.map { $0.size / 0.016 }
    for (size, expected) in zip(sizes, [1.3, 1, 1, 1]) { #expect(abs(size - expected) < 1e-12) }
    #expect(try moment().bodies[1].prints.map(\.id) == [cap.markers[0].id])
  }

  /// Walls 1.3 m to the left and 1.1 m to the right, 1.2 m behind and 1.4 m before, 0.55 m below and 1.3 m above.
  @Test func raysEndOnTheNearestWall() {
    let origin = Vector3(0.1, 0.2, 0.3)
    let cases: [(Vector3, Double, Vector3)] = [
      ([1, 0, 0], 1.0, [-1, 0, 0]), ([-1, 0, 0], 1.4, [1, 0, 0]), ([0, 1, 0], 1.2, [0, -1, 0]),
      ([0, -1, 0], 1.4, [0, 1, 0]),
      ([0, 0, 1], 1.0, [0, 0, -1]), ([0, 0, -1], 0.85, [0, 0, 1]), ([0.6, 0.8, 0], 1.5, [0, -1, 0]),
      ([0.8, 0.6, 0], 1.25, [-1, 0, 0]), ([0.6, 0, 0.8], 1.25, [0, 0, -1]), ([-0.6, -0.8, 0], 1.75, [0, 1, 0]),
    ]
    for (direction, distance, normal) in cases {
      let hit = Room().hit(Ray(origin: origin, direction: direction))
      #expect(abs(hit.distance - distance) < 1e-12 && hit.normal == normal, "\(direction)")
    }
    #expect(Room().hit(Ray(origin: [2, 0, 0], direction: [1, 0, 0])).distance == 0)
  }
}

/// How head and torso sway.
@Suite struct BodyMovementTests {
  @Test func swayScalesEveryMovement() {
    let still = BodyMovement(sway: 0, seed: 3)
    var square = (head: 0.0, torso: 0.0, turn: 0.0, lean: 0.0)
    for seed in 0..<200 as Range<UInt64> {
      let (one, two) = (BodyMovement(sway: 1, seed: seed), BodyMovement(sway: 2, seed: seed))
      for (a, b) in [
        (one.worldFromHead(at: 7), two.worldFromHead(at: 7)), (one.worldFromTorso(at: 7), two.worldFromTorso(at: 7)),
      ] {
        #expect((b.translation - a.translation * 2).length < 1e-15)
        #expect((b.rotation.rotationVector - a.rotation.rotationVector * 2).length < 1e-8)
      }
      let (head, torso) = (one.worldFromHead(at: 7), one.worldFromTorso(at: 7))
      square.head += head.translation.dot(head.translation) / 600
      square.turn += head.rotation.rotationVector.dot(head.rotation.rotationVector) / 600
      square.torso += torso.translation.dot(torso.translation) / 600
      square.lean += torso.rotation.rotationVector.dot(torso.rotation.rotationVector) / 600
    }
    // Of 600 numbers, within 3 % and a little more as the three axes of a term share its sine.
    for (found, wanted) in [
      (square.head, 0.005), (square.turn, 0.044), (square.torso, 0.004), (square.lean, 0.02),
    ] {
      #expect(abs(found.squareRoot() / wanted - 1) < 0.16, "\(found.squareRoot()) \(wanted)")
    }
    #expect(still.worldFromHead(at: 5).translation == .zero && still.worldFromTorso(at: 5).translation == .zero)
    #expect(still.worldFromHead(at: 5).rotation.rotationVector.length < 1e-12)
  }
}
