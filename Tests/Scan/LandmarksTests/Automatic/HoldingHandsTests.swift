import Geometry
import Platform
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// Two sides of a head in closed form, 12 cm apart, with ears and with fingers under one of them.
@Suite struct HoldingHandsTests {
  private static let landmarks = HeadLandmarks(
    [.sellion: [0, 0.07, 0], .tragionLeft: [-0.06, 0, 0], .tragionRight: [0.06, 0, 0]], standardDeviation: 0.001)

  /// How high fingers stand at a place beside the tragion, y forward and z up, metres: four of 9 mm, below 22 mm.
  private static func fingers(_ y: Double, _ z: Double) -> Double {
    abs(y) < 0.024 ? 0.009 * pow(sin(y / 0.012 * .pi), 2).squareRoot() / (1 + exp((z + 0.022) / 0.0004)) : 0
  }

  /// How high an ear stands, whose lobe ends at `-low`, metres.
  private static func ear(_ y: Double, _ z: Double, low: Double) -> Double {
    let (y, z) = ((y + 0.012) / 0.009, (z - 0.003) / (z < 0.003 ? low + 0.003 : 0.022))
    return 0.009 / (1 + exp((y * y + z * z - 1) / 0.05))
  }

  private static func mesh(left: Bool = false, right: Bool = false, lobe: Double = 0.018) -> Mesh {
    var mesh = Mesh()
    let (columns, rows) = (140, 70)
    for side in [-1.0, 1] {
      let first = Int32(mesh.positions.count)
      for row in 0...rows {
        for column in 0...columns {
          let (y, z) = (Double(column - 70) * 0.001, Double(row - 35) * 0.001)
          let held = side < 0 ? left : right
          let out = 0.06 - (y * y + z * z) / 0.16 + ear(y, z, low: lobe) + (held ? fingers(y, z) : 0)
          mesh.positions.append([side * out, y, z])
          mesh.colors.append([UInt8(column), UInt8(row), 0])
          guard column < columns, row < rows else { continue }
          let a = first + Int32(row * (columns + 1) + column)
          let b = a + Int32(columns + 1)
          let quad: [SIMD3<Int32>] = [[a, a + 1, b + 1], [a, b + 1, b]]
          mesh.triangles += side > 0 ? quad : quad.map { [$0.x, $0.z, $0.y] }
        }
      }
    }
    return mesh
  }

  private static func hands(_ mesh: Mesh, _ landmarks: HeadLandmarks = landmarks) throws -> HoldingHands {
    try #require(HoldingHands(on: surface(mesh), landmarks))
  }

  /// Both sides, of which a checked surface would keep one.
  private static func surface(_ mesh: Mesh) -> HeadSurface {
    HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
  }

  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func fingersAreFoundOnTheSideThatTheyHold(left: Bool, right: Bool) throws {
    let hands = try Self.hands(Self.mesh(left: left, right: right))
    #expect(hands.holds.map(\.place) == (left ? ["left"] : []) + (right ? ["right"] : []))
    for hold in hands.holds {
      // Four fingers of 12 mm, from where the surface ends to the rim above them.
      #expect(hold.area > 0.048 * 0.0115, "\(hold.area)")
      #expect(hold.area < 0.052 * 0.0175, "\(hold.area)")
    }
    #expect(hands.findings.map(\.code) == hands.holds.map { _ in .surfaceHeld })
    for (finding, hold) in zip(hands.findings, hands.holds) {
      #expect(finding.place == hold.place)
      #expect(abs((finding.values["area_cm2"]?.figure ?? 0) - hold.area * 10_000) < 1e-9)
    }
  }

  @Test func theCutTakesTheFingersAndNothingElse() throws {
    let mesh = Self.mesh(left: true)
    let cut = try Self.hands(mesh).cut(from: mesh)
    let bare = Self.mesh()
    for position in cut.positions where position.x < 0 {
      #expect(Self.fingers(position.y, position.z) < 0.003, "\(position)")
    }
    let far = bare.positions.count { abs($0.y) > 0.027 || $0.z > -0.019 || $0.x > 0 }
    #expect(cut.positions.count { abs($0.y) > 0.027 || $0.z > -0.019 || $0.x > 0 } == far)
    for (position, color) in zip(cut.positions, cut.colors) {
      #expect((position.y - Double(Int(color.x) - 70) * 0.001).magnitude < 1e-9, "colours stay with their vertices")
    }
    let surface = try Self.hands(mesh).cut(from: Self.surface(mesh))
    #expect(surface.triangles.count == cut.triangles.count)
    #expect(try Self.hands(cut).holds.isEmpty, "a second cut finds nothing")
  }

  /// A lobe is no finger, though it hangs lower than an infant's.
  @Test(arguments: [0.012, 0.018, 0.024, 0.027]) func aLobeIsNoHand(low: Double) throws {
    let mesh = Self.mesh(lobe: low)
    let hands = try Self.hands(mesh)
    #expect(hands.holds.isEmpty)
    #expect(hands.findings.isEmpty)
    #expect(hands.cut(from: mesh) == mesh)
  }

  /// The tip of one finger, 4 mm wide, is no hand; 8 mm are.
  @Test(arguments: [(0.004, 0.008, false), (0.002, 0.010, true)])
  func aHandHasMoreThanATip(first: Double, last: Double, isHand: Bool) throws {
    var mesh = Self.mesh()
    for index in mesh.positions.indices where mesh.positions[index].x < 0 {
      let position = mesh.positions[index]
      guard position.y > first + 1e-6, position.y < last - 1e-6 else { continue }
      mesh.positions[index].x -= Self.fingers(position.y, position.z)
    }
    #expect(try Self.hands(mesh).holds.map(\.place) == (isHand ? ["left"] : []))
  }

  /// What is cut does not depend on where the head lies; the other side of the head, deep below a hand, stays.
  @Test func theCutMovesWithTheHead() throws {
    let mesh = Self.mesh(left: true)
    let cut = try Self.hands(mesh).cut(from: mesh)
    #expect(cut.triangles.count < mesh.triangles.count - 500)
    #expect(cut.positions.count { $0.x > 0 } == mesh.positions.count { $0.x > 0 })
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3 {
      let move = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.4)
      let (moved, landmarks) = (mesh.transformed(by: move), Self.landmarks.transformed(by: move))
      let there = try Self.hands(moved, landmarks).cut(from: moved)
      #expect(abs(there.triangles.count - cut.triangles.count) < 60, "seed 11")
      let kept = there.positions.map { move.inverse * $0 }
      #expect(kept.allSatisfy { $0.x > 0 || Self.fingers($0.y, $0.z) < 0.003 }, "seed 11")
    }
  }

  @Test func aHeadMayLieAnyhow() throws {
    let (mesh, area) = (Self.mesh(left: true), try Self.hands(Self.mesh(left: true)).holds[0].area)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<6 {
      let axis = Vector3((0..<3).map { _ in Double.random(in: -2...2, using: &random) })
      let move = RigidTransform(rotation: .rotation(axis), translation: axis * 0.3)
      let hands = try Self.hands(mesh.transformed(by: move), Self.landmarks.transformed(by: move))
      #expect(hands.holds.map(\.place) == ["left"])
      #expect(abs(hands.holds[0].area - area) < 0.04 * area, "seed 7, \(axis)")
    }
  }

  @Test func withoutLandmarksNothingIsLookedFor() throws {
    let surface = Self.surface(Self.mesh(left: true))
    #expect(HoldingHands(on: surface, HeadLandmarks([.sellion: [0, 0.07, 0]], standardDeviation: 0.001)) == nil)
  }
}
