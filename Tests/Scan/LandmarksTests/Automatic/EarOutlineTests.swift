import Foundation
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

  /// What was scanned may end at an ear's peak: the ear is one, its lower end was not seen, and its tragion lies on the side of
  /// the head.
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

/// An ear like a plate with straight sides, whose outline is known: where its edge, of a standard deviation of 1.5 mm and
/// smoothed by 1.77, falls to 0.35 and to 0.12 of its height, it lies 0.90 and 2.73 mm farther out.
@Suite struct EarPlateTests {
  private static let level = Matrix3.rotation([FacePose.sellionAbove * .pi / 180, 0, 0])
  /// Right, forward and up along the axes.
  private static let pose = FacePose(
    sellion: level * Vector3(0, 0.09, 0), tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0])

  /// A plate of 9 mm from 16.5 mm behind to 12.5 mm ahead and from 14.5 mm below to `top`, its front leaning by a slope and
  /// with a notch of a depth; y forward and z up, metres.
  private static func rise(_ y: Double, _ z: Double, slope: Double, top: Double, notch: Double = 0) -> Double {
    let edge = { (metres: Double) -> Double in 0.5 * (1 + erf(metres / (0.0015 * 2.0.squareRoot()))) }
    let fold = notch * exp(-(z - 0.001) * (z - 0.001) / (2 * 0.003 * 0.003))
    let front = (0.0125 + slope * z - y - fold) / (1 + slope * slope).squareRoot()
    let dome = 1 - (z + 0.004) * (z + 0.004) / (0.06 * 0.06)
    return 0.009 * dome * edge(y + 0.0165) * edge(front) * edge(z + 0.0145) * edge(top - z)
  }

  private static func look(
    slope: Double = 0, top: Double = 0.0155, otherHeight: Double? = nil, side: Double = 1,
    without isMissing: (Double, Double) -> Bool = { _, _ in false }
  ) -> EarOutline? {
    var mesh = Mesh()
    for row in 0...120 {
      for column in 0...100 {
        let (y, z) = (Double(column - 50) * 0.001, Double(row - 60) * 0.001)
        let out = 0.06 - (y * y + z * z) / 0.16 + rise(y, z, slope: slope, top: top)
        mesh.positions.append([side * out, y, z])
        guard column < 100, row < 120, !isMissing(y, z) else { continue }
        let a = Int32(row * 101 + column)
        mesh.triangles += [[a, a + 1, a + 102], [a, a + 102, a + 101]]
      }
    }
    return EarOutline(
      HeadSurface(positions: mesh.positions, triangles: mesh.triangles), ear: [side * 0.069, -0.012, 0], pose: pose,
      side: side * pose.right, sigma: 0.0018, otherHeight: otherHeight)
  }

  /// Heights, breadths and places in millimetres, by hand: the lower end at −15.4, the hind edge at −17.4; 0.49 of the height
  /// above the one, 0.50 of the height and 0.28 of the foot's distance ahead of the other. The tragion lies under half of what
  /// the plate rises by, 4.5 mm over the skin.
  @Test(
    arguments: [
      (0.0, 15.5, 31.8, 32.6), (0.6, 15.5, 31.8, 33.2), (-0.5, 15.5, 31.8, 32.9), (0.6, 21.5, 37.8, 34.95),
      (0, 20.5, 36.8, 32.6),
    ], [-1.0, 1])
  func theTragionFollowsFromTheOutline(
    ear: (slope: Double, top: Double, height: Double, foot: Double), side: Double
  ) throws {
    let found = try #require(Self.look(slope: ear.slope, top: ear.top / 1000, side: side))
    #expect(abs(found.height * 1000 - ear.height) < 0.8, "\(found.height)")
    #expect(abs(found.foot * 1000 - ear.foot) < 1, "\(found.foot)")
    #expect(abs(found.protrusion - 0.0087) < 0.0005, "\(found.protrusion)")
    let (x, z) = (-17.4 + 0.5 * ear.height + 0.28 * ear.foot, -15.4 + 0.49 * ear.height)
    #expect(abs(found.tragion.y * 1000 - x) < 0.6, "\(found.tragion)")
    #expect(abs(found.tragion.z * 1000 - z) < 0.4, "\(found.tragion)")
    let skin = 0.06 - (x * x + z * z) * 1e-6 / 0.16
    #expect(abs(found.tragion.x * side - skin - 0.0045) < 0.0007, "\(found.tragion)")
    if ear.slope == 0 { #expect(abs(found.breadth - 0.0308) < 0.0006, "\(found.breadth)") }
    // Its front is straight, so there is no notch at all.
    if ear.slope != 0 { #expect(found.notchDepth == 0) }
    #expect([found.lowerEnd, found.hindEdge] == [1, 1])
    #expect(found.isLowerEndFilled == false)
    #expect(found.isHeightBorrowed == false)
  }

  /// The other ear's height counts from the upper end down, but not above where the ear rises most.
  @Test func theHeightMayBeTheOthers() throws {
    for height in [0.025, 0.036] {
      let found = try #require(Self.look(otherHeight: height))
      #expect(abs(found.height - height) < 1e-9)
      #expect(abs(found.tragion.z - (0.0164 - 0.51 * height)) < 0.0006, "\(found.tragion)")
      #expect(found.isHeightBorrowed)
      #expect(found.lowerEnd == 1)
    }
    // The plate rises most at −4 mm.
    let least = try #require(Self.look(otherHeight: 0.001))
    #expect(abs(least.height - 0.020) < 0.003, "\(least.height)")
  }

  /// The scan ends 1.7 mm below the ear, or 2.6 mm behind it: one of the four rows below is seen, two of the three columns
  /// behind.
  @Test func whatWasScannedBeyondTheEarIsTold() throws {
    let below = try #require(Self.look { _, z in z < -0.0172 })
    #expect(abs(below.lowerEnd - 0.25) < 0.05, "\(below.lowerEnd)")
    #expect(below.hindEdge == 1)
    #expect(below.notchDepth == nil)
    let behind = try #require(Self.look { y, _ in y < -0.0202 })
    #expect(abs(behind.hindEdge - 2.0 / 3) < 0.05, "\(behind.hindEdge)")
    #expect(behind.lowerEnd == 1)
  }

  /// A hole of 22 × 5 mm over the lower end is closed, and told; not where the height is the other ear's.
  @Test func aClosedHoleIsTold() throws {
    let hole = { (y: Double, z: Double) in y > -0.0135 && y < 0.0085 && z > -0.0215 && z < -0.0165 }
    let found = try #require(Self.look(without: hole))
    #expect(found.isLowerEndFilled)
    #expect(found.lowerEnd == 1)
    #expect(abs(found.height - 0.0318) < 0.0012, "\(found.height)")
    let borrowed = try #require(Self.look(otherHeight: 0.03, without: hole))
    #expect(borrowed.isLowerEndFilled == false)
  }

  /// Both ears on one surface, of which one has a notch: the mean of their depths moves the tragion of that one.
  @Test func aNearLookSettlesBothEars() throws {
    var mesh = Mesh()
    for side in [-1.0, 1] {
      let first = Int32(mesh.positions.count)
      for row in 0...120 {
        for column in 0...100 {
          let (y, z) = (Double(column - 50) * 0.001, Double(row - 60) * 0.001)
          let rise = Self.rise(y, z, slope: 0.2, top: 0.0155, notch: side < 0 ? 0.010 : 0)
          mesh.positions.append([side * (0.06 - (y * y + z * z) / 0.16 + rise), y, z])
          guard column < 100, row < 120 else { continue }
          let a = first + Int32(row * 101 + column)
          mesh.triangles += [[a, a + 1, a + 102], [a, a + 102, a + 101]]
        }
      }
    }
    let surface = HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
    let survey = FaceSurvey(
      near: Self.level * Vector3(0, 0.09, 0), tragionLeft: [-0.06, 0, 0], tragionRight: [0.06, 0, 0], on: surface)
    var ears = try [-1.0, 1].map { side in
      try #require(
        EarOutline(
          surface, ear: [side * 0.06, -0.012, 0], pose: Self.pose, side: side * Self.pose.right, sigma: 0.0018))
    }
    let depths = try ears.map { try #require($0.notchDepth) }
    #expect(depths[0] > 0.004, "\(depths)")
    #expect(depths[1] < 0.001, "\(depths)")
    let outlines = ears.map(\.tragion)
    for k in 0..<2 { ears[k].settle(notchDepth: (depths[0] + depths[1]) / 2) }
    #expect((ears[0].tragion - outlines[0]).length > 0.001)
    #expect(ears[1].tragion == outlines[1])
    for (landmark, ear) in zip([Landmark.tragionLeft, .tragionRight], ears) {
      #expect((try #require(survey.readings[landmark]).position - ear.tragion).length < 1e-6, "\(landmark)")
    }
  }
}

/// How far an ear rises, row by row, on maps that are drawn.
@Suite struct EarRiseTests {
  /// A map of 61 × 67 places, 1.5 mm apart, all 0 but for what is drawn by column and row, metres.
  static func map(_ half: Vector2 = [0.045, 0.050], drawn: [SIMD2<Int>: Double]) -> HeightMap {
    let map = HeightMap(
      HeadSurface(positions: [], triangles: []), origin: .zero, across: [1, 0, 0], along: [0, 1, 0],
      towards: [0, 0, 1], extent: half, step: 0.0015)
    let heights = map.heights.indices.map { drawn[[$0 % map.width, $0 / map.width]] ?? 0 }
    return map.with(heights: heights)
  }

  @Test func aCrossingLiesBetweenSamples() {
    let values = [0.0, 2, 5, 9, 7, 4, 1, 0]
    // From 4 down to 1, and from 5 down to 2.
    #expect(EarRise.crossing(values, from: 3, ahead: true, below: 2) == 5 + 2.0 / 3)
    #expect(EarRise.crossing(values, from: 3, ahead: false, below: 3) == 2 - 2.0 / 3)
    #expect(EarRise.crossing(values, from: 3, ahead: false, below: 2) == 1)
    #expect(EarRise.crossing(values, from: 6, ahead: true, below: 0.75) == 6.25)
    #expect(EarRise.crossing(values, from: 3, ahead: true, below: 0) == nil)
    #expect(EarRise.crossing(values, from: 7, ahead: true, below: 5) == nil)
    #expect(EarRise.crossing(values, from: 0, ahead: false, below: 5) == nil)
  }

  /// What begins below the limit crosses it where it begins, whether it falls or rises on.
  @Test func whatIsBelowHasCrossed() {
    for values in [[1.0, 0.5, 0.2], [1, 1, 1], [1, 1.5, 0]] {
      #expect(EarRise.crossing(values, from: 0, ahead: true, below: 2) == 0)
      #expect(EarRise.crossing(values.reversed(), from: 2, ahead: false, below: 2) == 2)
    }
  }

  /// Fingers below an ear: where it rises again before it has fallen, it ends at its lowest place.
  @Test(arguments: [(1.5, 2.0), (2.5, 4.75)]) func whereItRisesAgainItEnds(rising: Double, place: Double) {
    let values = [9.0, 6, 3, 4, 5, 1]
    #expect(EarRise.crossing(values, from: 0, ahead: true, below: 2, rising: rising) == place)
    #expect(EarRise.crossing(values.reversed(), from: 5, ahead: false, below: 2, rising: rising) == 5 - place)
  }

  /// The peak is the highest place within 18 mm of the middle; maxima reach 22 mm, 15 places, to either side of it.
  @Test func maximaLieWithinReachOfThePeak() throws {
    let map = Self.map(drawn: [
      [33, 35]: 0.008, [20, 42]: 0.009, [19, 20]: 0.006,
      // 15 and 16 places beside the peak.
      [48, 5]: 0.005, [49, 6]: 0.005, [18, 7]: 0.005, [17, 8]: 0.005, [40, 66]: 0.007, [40, 0]: 0.0065,
    ])
    let rise = try #require(EarRise(map))
    #expect((rise.peak.column, rise.peak.row) == (33, 35))
    #expect(abs(rise.peak.height - 0.008) < 1e-4)
    #expect(rise.step == 0.0015)
    let rows = rise.maxima(byRow: true)
    #expect(rows.count == 67)
    for (row, height) in [
      (35, 0.008), (42, 0.009), (20, 0.006), (5, 0.005), (6, 0), (7, 0.005), (8, 0), (66, 0.007), (40, 0),
    ] {
      #expect(abs(rows[row] - height) < 1e-4, "\(row): \(rows[row])")
    }
    let columns = rise.maxima(byRow: false)
    #expect(columns.count == 61)
    for (column, height) in [(33, 0.008), (40, 0.007), (49, 0.005), (17, 0.005), (50, 0)] {
      #expect(abs(columns[column] - height) < 1e-4, "\(column): \(columns[column])")
    }
    #expect(abs(rise.maxima(byRow: false, within: 0...65)[40] - 0.0065) < 1e-4)
    #expect(abs(rise.maxima(byRow: false, within: 1...65)[40]) < 1e-4)
  }

  /// Places eleven and thirteen columns ahead of it, 1.5 mm each.
  @Test(arguments: [(41, 41), (43, 33)]) func thePeakLiesNearTheMiddle(column: Int, found: Int) throws {
    let rise = try #require(EarRise(Self.map(drawn: [[33, 33]: 0.006, SIMD2(column, 33): 0.008])))
    #expect(rise.peak.column == found)
    #expect(EarRise(Self.map(drawn: [:]).with(heights: Array(repeating: .nan, count: 61 * 67))) == nil)
  }

  /// What lies farther behind or ahead of the peak is not the ear, however high.
  @Test func aFrontIsThatOfTheEar() throws {
    var drawn: [SIMD2<Int>: Double] = [[33, 35]: 0.0085]
    for column in 28...36 { drawn[[column, 35]] = drawn[[column, 35]] ?? 0.008 }
    for column in 25...30 { drawn[[column, 30]] = 0.006 }
    for column in [12, 52] { drawn[[column, 30]] = 0.009 }
    let rise = try #require(EarRise(Self.map(drawn: drawn)))
    // From 8 and from 6 mm to 0.
    #expect(abs(try #require(rise.front(35, below: 0.002)) - 36.75) < 0.01)
    #expect(abs(try #require(rise.front(30, below: 0.003)) - 30.5) < 0.01)
    #expect(rise.front(30, below: 0.0061) == nil)
    #expect(rise.front(20, below: 0.002) == nil)
  }

  /// In a narrow look the ear may reach its rim, where it has no front.
  @Test func aNarrowLookEndsAtItsRim() throws {
    // 27 columns; the ear's peak stands in the last but five.
    var drawn: [SIMD2<Int>: Double] = [[21, 33]: 0.0085]
    for column in 16...23 { drawn[[column, 33]] = drawn[[column, 33]] ?? 0.008 }
    for column in 16...20 { drawn[[column, 30]] = 0.006 }
    drawn[[26, 30]] = 0.0065
    drawn[[0, 28]] = 0.007
    let rise = try #require(EarRise(Self.map([0.0195, 0.05], drawn: drawn)))
    #expect(rise.peak.column == 21)
    #expect(abs(try #require(rise.front(33, below: 0.002)) - 23.75) < 0.01)
    #expect(rise.front(30, below: 0.003) == nil, "its highest place is the last one")
    #expect(rise.front(28, below: 0.003) == nil, "the first column lies 21 behind")
  }
}

/// A notch between helix and lobe, on maps that are drawn.
@Suite struct EarNotchTests {
  /// The rise of an ear from the 16th column to the front of each row, 8 mm high, and a millimetre below the skin before that.
  private static func rise(_ fronts: [(rows: ClosedRange<Int>, front: Int)], seen: Bool = true) throws -> EarRise {
    var drawn: [SIMD2<Int>: Double] = [:]
    for (rows, front) in fronts {
      for row in rows {
        for column in 16...front { drawn[[column, row]] = 0.008 }
        for column in (front + 1)...60 where !seen { drawn[[column, row]] = .nan }
        if seen { drawn[[front + 1, row]] = -0.001 }
      }
    }
    drawn[[33, 35]] = 0.0085
    return try #require(EarRise(EarRiseTests.map(drawn: drawn)))
  }

  /// The lobe's front counts 6 mm, four rows, below the lower end of the outline: the notch is 10 places deep behind it, not 4
  /// behind what lies above that end, and not 14 behind what lies five rows below.
  @Test func theLobeBelowTheOutlineCounts() throws {
    let rise = try Self.rise([(15...15, 44), (16...19, 40), (20...26, 34), (27...30, 30), (31...45, 46)])
    let notch = try #require(EarNotch(rise, bottom: 20, top: 45, level: 0.001))
    #expect(abs(notch.depth - 10 * 0.0015) < 1e-4)
    // From 8 mm to −1 mm.
    #expect(abs(notch.place.x - (30 + 8.0 / 9)) < 0.02, "\(notch.place)")
    #expect((27...30).contains(Int(notch.place.y)))
    // Behind the lesser of both parts.
    let upper = try Self.rise([(16...26, 40), (27...30, 30), (31...45, 33)])
    #expect(abs(try #require(EarNotch(upper, bottom: 20, top: 45, level: 0.001)).depth - 3 * 0.0015) < 1e-4)
  }

  /// From 0.25 to 0.7 of the way from the lower to the upper end; deeper ones below and above are the ear's ends.
  @Test func aNotchLiesInTheMiddle() throws {
    let rise = try Self.rise([
      (16...21, 42), (22...25, 28), (26...32, 42), (33...34, 38), (35...38, 44), (39...41, 28), (42...45, 44),
    ])
    let notch = try #require(EarNotch(rise, bottom: 20, top: 45, level: 0.001))
    #expect(abs(notch.depth - 4 * 0.0015) < 1e-4)
    #expect((33...34).contains(Int(notch.place.y)))
    // With the ends elsewhere, the lower one counts: in rows 22 to 25 of 10 to 45.
    let lower = try #require(EarNotch(rise, bottom: 10, top: 45, level: 0.001))
    #expect(abs(lower.depth - 14 * 0.0015) < 1e-4)
    #expect((22...25).contains(Int(lower.place.y)))
  }

  @Test func aFrontThatOnlyLeansHasNone() throws {
    let rise = try Self.rise((16...45).map { ($0...$0, 10 + $0) })
    #expect(EarNotch(rise, bottom: 20, top: 45, level: 0.001) == nil)
  }

  @Test func aFootThatWasNotScannedIsNone() throws {
    let fronts = [(16...26, 40), (27...30, 30), (31...45, 46)]
    #expect(EarNotch(try Self.rise(fronts), bottom: 20, top: 45, level: 0.001) != nil)
    #expect(EarNotch(try Self.rise(fronts, seen: false), bottom: 20, top: 45, level: 0.001) == nil)
  }

  /// Fronts waver by 1.5 mm; 3.5 mm are a notch.
  @Test(arguments: [(0.0, 0.0), (0.0015, 0), (0.002, 0.25), (0.0025, 0.5), (0.0035, 1), (0.01, 1)])
  func aNotchCountsAsItIsDeep(depth: Double, share: Double) {
    #expect(abs(EarNotch.share(depth: depth) - share) < 1e-9)
  }

  /// 0.15 of the way from its foot.
  @Test func theTragionLiesALittleBeyondItsFoot() {
    let place = EarOutline.beyond([0.002, -0.001], towards: [0.012, 0.003])
    #expect((place - Vector2(0.0035, -0.0004)).length < 1e-12)
  }
}
