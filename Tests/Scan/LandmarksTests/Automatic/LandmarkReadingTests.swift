import Diagnostics
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

/// What several looks make of a landmark, and how far it can be trusted.
@Suite struct LandmarkReadingTests {
  private static func reading(_ points: [Vector3], of looks: Int = 9, error: Double = 0.002) throws -> LandmarkReading {
    try #require(LandmarkReading(points, of: looks, error: error))
  }

  private static func margin(_ reading: LandmarkReading, _ code: FindingCode) throws -> Double {
    try #require(reading.checks.first { $0.fault.code == code }, "\(code)").margin
  }

  /// The median along each axis; the mean square of the distances from it along one axis, and the error of the rule.
  @Test func looksMakeAMedianWithItsScatter() throws {
    let reading = try Self.reading([[0.010, 0.050, 0.001], [0.013, 0.051, -0.003], [0.011, 0.046, 0.002]])
    #expect((reading.position - [0.011, 0.050, 0.001]).length < 1e-12)
    // Squares of 1, 2 and 0, of 0, 1 and 4, of 0, 4 and 1 mm, over nine.
    let scatter = ((1.0 + 4 + 0 + 1 + 16 + 16 + 1) / 9).squareRoot()
    #expect(abs(reading.standardDeviation * 1000 - (scatter * scatter + 4).squareRoot()) < 1e-9)
    #expect(reading.count == 3)
    // Half a limit of 3 mm over it; a third of the looks, less one in ten.
    #expect(abs(try Self.margin(reading, .landmarksUnstable) - 3 / scatter / 2) < 1e-9)
    #expect(abs(try Self.margin(reading, .landmarksFewLooks) - (3.0 / 9 - 0.1)) < 1e-9)
    let few = try #require(reading.checks.first { $0.fault.code == .landmarksFewLooks }).fault
    #expect(few.values == ["found": .count(3), "looks": .count(9)])
    let unstable = try #require(reading.checks.first { $0.fault.code == .landmarksUnstable }).fault
    #expect(abs((unstable.values["scatter_mm"]?.figure ?? 0) - scatter) < 1e-9)
    #expect(LandmarkReading([], of: 9, error: 0.002) == nil)
  }

  /// The lowest margin, from 0 to 1, with its fault.
  @Test(arguments: [(1, 20, 0.0), (1, 9, 1.0 / 9 - 0.1), (6, 10, 0.5), (9, 9, 0.9), (12, 9, 1)])
  func theScoreIsTheLowestMargin(found: Int, looks: Int, score: Double) throws {
    let reading = try Self.reading(Array(repeating: [0, 0.07, 0], count: found), of: looks)
    #expect(abs(reading.score.value - score) < 1e-9)
    #expect(reading.score.fault.code == .landmarksFewLooks)
  }

  /// Two looks 12 mm apart: each 6 from the middle, 12 / √12 along an axis.
  @Test func aWidelyScatteredReadingIsUnstable() throws {
    let reading = try Self.reading([[0.006, 0, 0], [-0.006, 0, 0]], of: 2)
    #expect(abs(reading.score.value - 3 / (12 / 12.0.squareRoot()) / 2) < 1e-9)
    #expect(reading.score.fault.code == .landmarksUnstable)
  }

  /// 0.5 at the least share that will do, 1 at all; 0.5 at both ends of a range, 1 a fourth of it within.
  @Test func marginsAreAHalfAtTheirLimits() {
    for (share, margin) in [(0.8, 0.5), (1, 1), (0.9, 0.75), (0.6, 0)] {
      #expect(abs(LandmarkReading.margin(share, 0.8) - margin) < 1e-9, "\(share)")
    }
    for (value, margin) in [
      (3.0, 0.5), (7, 0.5), (4, 1), (6, 1), (5, 1.5), (3.5, 0.75), (6.5, 0.75), (2, 0), (8, 0),
    ] {
      #expect(abs(LandmarkReading.margin(value, within: 3...7) - margin) < 1e-9, "\(value)")
    }
  }

  /// Tragions 125 mm apart are in the middle of what heads have, and so is a sellion 87.5 mm ahead of their middle; 45 and 130
  /// are its limits, 66.25 lies a fourth of the way within.
  @Test(arguments: [(45, 0.5), (66.25, 1), (87.5, 1.5), (130, 0.5), (138.5, 0.3)] as [(Double, Double)])
  func landmarksAreCompared(millimetres: Double, margin: Double) throws {
    var readings: [Landmark: LandmarkReading] = [
      .sellion: try Self.reading([[0, millimetres / 1000, 0.3]]), .tragionLeft: try Self.reading([[-0.0625, 0, 0.3]]),
      .tragionRight: try Self.reading([[0.0625, 0, 0.3]]), .noseTip: try Self.reading([[0, 0.09, 0.27]]),
    ]
    LandmarkReading.compare(&readings)
    for landmark in Landmark.required {
      let reading = try #require(readings[landmark])
      #expect(reading.checks.count == 5)
      #expect(abs(try Self.margin(reading, .landmarksTragionsApart) - 1.5) < 1e-9)
      #expect(abs(try Self.margin(reading, .landmarksSellionAhead) - margin) < 1e-9)
      #expect(try Self.margin(reading, .landmarksLopsided) > 1000)
    }
    #expect(readings[.noseTip]?.checks.count == 2)
  }

  /// Where the head lies does not matter; what is compared is told in millimetres.
  @Test func whatIsComparedIsTold() throws {
    let motion = RigidTransform(rotation: .rotation([0.3, -0.5, 0.8]), translation: [0.4, -0.3, 0.9])
    // 80 and 100 mm from the tragions, 120 apart: the middle is √(80² / 2 + 100² / 2 − 60²) away.
    let x = (100.0 * 100 - 80.0 * 80) / (4 * 60)
    let height = (80.0 * 80 - (60 - x) * (60 - x)).squareRoot()
    var readings: [Landmark: LandmarkReading] = [
      .sellion: try Self.reading([motion * (Vector3(x, height, 0) / 1000)]),
      .tragionLeft: try Self.reading([motion * [-0.06, 0, 0]]),
      .tragionRight: try Self.reading([motion * [0.06, 0, 0]]),
    ]
    LandmarkReading.compare(&readings)
    let sellion = try #require(readings[.sellion])
    let middle: Double = (80.0 * 80 / 2 + 100.0 * 100 / 2 - 60.0 * 60).squareRoot()
    let apart: Double = 0.5 + 2 * 50.0 / 110
    let told: [(FindingCode, Double, Double?)] = [
      (.landmarksTragionsApart, 120, apart), (.landmarksSellionAhead, middle, nil), (.landmarksLopsided, 20, 0.625),
    ]
    for (code, figure, margin) in told {
      let check = try #require(sellion.checks.first { $0.fault.code == code })
      #expect(abs((check.fault.values["distance_mm"]?.figure ?? 0) - figure) < 1e-6, "\(code)")
      if let margin { #expect(abs(check.margin - margin) < 1e-6, "\(code): \(check.margin)") }
    }
    // Without one of the three nothing is compared.
    var two = readings.filter { $0.key != .sellion }
    let count = two[.tragionLeft]?.checks.count
    LandmarkReading.compare(&two)
    #expect(two[.tragionLeft]?.checks.count == count)
  }

  private static let face = Result { () throws -> (surface: HeadSurface, root: NasalRoot, ear: EarOutline) in
    let face = AnalyticFace()
    let surface = try HeadSurface(face.mesh())
    let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
    let pose = FacePose(
      sellion: level * Vector3(0, 0.09, 0), tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0])
    let root = try #require(NasalRoot(surface, nose: face.tip, pose: pose, sigma: 0.0018))
    let ear = try #require(
      EarOutline(surface, ear: [0.07, -0.012, -0.02], pose: pose, side: pose.right, sigma: 0.0018))
    return (surface, root, ear)
  }

  /// Depths and heights at their limits have a margin of a half, and one that grows with them.
  @Test func theRootsAndEarsMarginsFollowFromTheirSizes() throws {
    let (_, root, ear) = try Self.face.get()
    let sellion = try #require(LandmarkReading([root], of: 1))
    #expect(sellion.position == root.sellion)
    #expect(abs(sellion.standardDeviation - 0.0010) < 1e-12)
    // 1.5 mm are enough.
    #expect(abs(try Self.margin(sellion, .landmarksFlatRoot) * 2 * 0.0015 - root.depth) < 1e-9)
    #expect(abs(try Self.margin(sellion, .landmarksRootUnseen) - 1) < 1e-9)
    let tip = try #require(LandmarkReading(tipsOf: [root, root], of: 2))
    #expect(tip.position == root.tip)
    #expect(abs(tip.standardDeviation - 0.0025) < 1e-12)
    #expect(abs(try Self.margin(tip, .landmarksTipUnseen) - 1) < 1e-9)
    let tragion = try #require(LandmarkReading([ear], of: 1))
    #expect(tragion.position == ear.tragion)
    #expect(abs(tragion.standardDeviation - 0.0020) < 1e-12)
    // 3 mm are enough; 18 mm are, and 68 mm.
    #expect(abs(try Self.margin(tragion, .landmarksFlatEar) * 2 * 0.003 - ear.protrusion) < 1e-9)
    let height = try Self.margin(tragion, .landmarksEarHeight)
    let (low, high) = (height * 2 * 0.018, 0.068 / (2 * height))
    #expect(abs(low - ear.height) < 1e-9 || abs(high - ear.height) < 1e-9)
    #expect(height <= ear.height / 0.036 + 1e-9 && height <= 0.034 / ear.height + 1e-9)
    for code in [FindingCode.landmarksSkinUnseen, .landmarksLowerEndUnseen, .landmarksHindEdgeUnseen] {
      #expect(abs(try Self.margin(tragion, code) - 1) < 1e-9, "\(code)")
    }
    #expect(LandmarkReading([NasalRoot](), of: 9) == nil)
    #expect(LandmarkReading(tipsOf: [], of: 9) == nil)
    #expect(LandmarkReading([EarOutline](), of: 9) == nil)
  }

  /// What a look says of an ear is less sure where most looks did not see its lower end themselves.
  @Test(arguments: [(1, 2, 0.0020), (2, 2, 0.0020), (2, 1, 0.0024), (3, 0, 0.0024), (0, 3, 0.0020)])
  func aBorrowedHeightIsLessSure(borrowed: Int, own: Int, error: Double) throws {
    let (surface, _, ear) = try Self.face.get()
    let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
    let pose = FacePose(
      sellion: level * Vector3(0, 0.09, 0), tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0])
    let other = try #require(
      EarOutline(
        surface, ear: [0.07, -0.012, -0.02], pose: pose, side: pose.right, sigma: 0.0018, otherHeight: ear.height))
    #expect(other.isHeightBorrowed)
    #expect((other.tragion - ear.tragion).length < 1e-9)
    let ears = Array(repeating: other, count: borrowed) + Array(repeating: ear, count: own)
    let reading = try #require(LandmarkReading(ears, of: ears.count))
    #expect(abs(reading.standardDeviation - error) < 1e-9)
  }
}
