import Geometry
import Platform
import PointClouds
import Testing

@testable import Landmarks

/// The side of a head with an ear of closed form, seen by the search for the tragion.
@Suite struct EarOutlineTests {
  private static let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
  /// Right, forward and up along the axes.
  private static let pose = FacePose(
    sellion: level * Vector3(0, 0.09, 0), tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0])

  /// A rim around the middle that is open to the front, or closed over; metres, y forward and z up.
  private static func rise(_ y: Double, _ z: Double, isOpen: Bool) -> Double {
    let radius = Vector2(y / 0.012, z / 0.016).length
    let rim = exp(-0.5 * pow((radius - 1) / 0.2, 2))
    let front = 1 / (1 + exp((y - 0.004) / 0.001))
    return 0.009 * front * (isOpen || radius > 1 ? rim : 1)
  }

  private static func look(
    isOpen: Bool, fingers: Bool = false, from lowest: Double = -1, above: Double = 0, side: Double = -1
  ) throws
    -> EarOutline
  {
    var mesh = Mesh()
    let (columns, rows) = (100, 120)
    for row in 0...rows {
      for column in 0...columns {
        let (y, z) = (Double(column - 50) * 0.001, Double(row - 60) * 0.001)
        var out = 0.06 - (y * y + z * z) / 0.16 + rise(y, z, isOpen: isOpen)
        if fingers { out += 0.008 * pow(cos(y / 0.004), 2) / (1 + exp((z + 0.023) / 0.0005)) }
        mesh.positions.append([side * out, y, z])
        guard column < columns, row < rows, z > lowest else { continue }
        let a = Int32(row * (columns + 1) + column)
        let above = a + Int32(columns + 1)
        mesh.triangles += [[a, a + 1, above + 1], [a, above + 1, above]]
      }
    }
    let surface = HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
    return try #require(
      EarOutline(
        surface, ear: [side * 0.069, -0.012, above], pose: pose, side: side < 0 ? -pose.right : pose.right,
        sigma: 0.0018))
  }

  private static func settled(_ ear: EarOutline) -> Vector3 {
    var ear = ear
    ear.settle(notchDepth: ear.notchDepth ?? 0)
    return ear.tragion
  }

  /// Smoothed, the rim is 3.0 mm wide (standard deviation) about its crest at −12 mm, and falls to the skin at 2 to 3.5 of
  /// these; 0.15 of the way to where the outline puts the tragion, before the ear's ends at 4 mm.
  @Test(arguments: [-1.0, 1]) func theTragionIsTheFootOfTheNotch(side: Double) throws {
    let ear = try Self.look(isOpen: true, side: side)
    #expect(try #require(ear.notchDepth) > 0.0035)
    let tragion = Self.settled(ear)
    #expect(tragion.x * side > 0.055)
    #expect(tragion.y > -0.0060 + 0.15 * 0.0060, "\(tragion)")
    #expect(tragion.y < -0.0015 + 0.15 * 0.0060, "\(tragion)")
    #expect(ear.tragion.y - tragion.y > 0.004, "the outline of a closed ear reaches farther: \(ear.tragion)")
    #expect(abs(tragion.z) < 0.003, "\(tragion)")
  }

  @Test func anEarThatIsClosedInFrontHasNoNotch() throws {
    let ear = try Self.look(isOpen: false)
    #expect(try #require(ear.notchDepth) < 0.0015)
    #expect(Self.settled(ear) == ear.tragion)
    #expect(ear.tragion.y > -0.0005, "\(ear.tragion)")
  }

  @Test(arguments: [true, false]) func fingersBelowAnEarDoNotMoveItsTragion(isOpen: Bool) throws {
    let (bare, held) = (try Self.look(isOpen: isOpen), try Self.look(isOpen: isOpen, fingers: true))
    let (a, b) = (Self.settled(bare), Self.settled(held))
    #expect((a - b).length < 0.0012, "\(a) \(b)")
  }

  /// What one ear shows counts for the other, half as much each.
  @Test func halfANotchMovesTheTragionByItsShare() throws {
    var ear = try Self.look(isOpen: true)
    let (outline, notch) = (ear.tragion, Self.settled(ear))
    ear.settle(notchDepth: 0.0025)
    #expect((ear.tragion - (outline + notch) / 2).length < 1e-9)
    ear.settle(notchDepth: 0.001)
    #expect(ear.tragion == outline)
  }

  /// What was scanned may end at an ear's peak: the ear is one, its lower end was not seen, and its tragion lies on the side of the
  /// head.
  @Test(arguments: [0.001, 0.006]) func anEarThatWasScannedInPartHasAPlace(lowest: Double) throws {
    #expect(try Self.look(isOpen: true, from: lowest).notchDepth == nil)
    let ear = try Self.look(isOpen: false, from: lowest)
    #expect(ear.lowerEnd < EarOutline.lowerEndMissing)
    // Half of what the ear rises by is taken off where it was seen.
    #expect(abs(Self.settled(ear).x + 0.06) < 0.0045, "\(Self.settled(ear))")
  }

  /// A pick that is 16 mm too high sees the same ear.
  @Test(arguments: [true, false]) func anEarIsFoundFromAboveIt(isOpen: Bool) throws {
    let (at, above) = (try Self.look(isOpen: isOpen), try Self.look(isOpen: isOpen, above: 0.016))
    #expect((Self.settled(at) - Self.settled(above)).length < 0.0012, "\(Self.settled(at)) \(Self.settled(above))")
    #expect(abs(at.height - above.height) < 0.002)
  }
}
