import Geometry
import Images
import Recordings
import Testing

@testable import Markers

@Suite struct EdgeRefinementTests {
  /// Corners that start up to a pixel off come back; a corner's own rounding by the blur does not draw them inwards.
  @Test(arguments: [(0.15, 0.0), (0.2, 0.5), (0.25, -0.8), (0.22, 0.9)])
  func findsTheCornersOfABlurredMarker(distance: Double, turn: Double) throws {
    var scene = PrintedScene(distance: distance, turn: turn)
    scene.radius = 0.065
    let image = scene.render().0.blurred
    var random = SeededGenerator(seed: 11)
    let middle = scene.pixels.reduce(.zero, +) / 4
    let started = scene.pixels.map { $0 + Vector2(random.normal(), random.normal()) * 0.4 }
    let refined = EdgeRefinement.refined(started, in: image, cells: scene.dictionary.cells)
    let offsets = zip(refined, scene.pixels).map { $0 - $1 }
    #expect(RobustStatistics.rms(offsets.map(\.length)) < 0.12, "\(offsets)")
    let inward = zip(offsets, scene.pixels).map { $0.dot((middle - $1) / (middle - $1).length) }
    #expect(abs(RobustStatistics.mean(inward)) < 0.06, "\(inward)")
  }

  @Test func leavesCornersWhereThereIsNoEdge() {
    let flat = GrayImage(width: 40, height: 40, pixels: Array(repeating: 90, count: 1600))
    let corners: [Vector2] = [[10, 10], [30, 10], [30, 30], [10, 30]]
    #expect(EdgeRefinement.refined(corners, in: flat, cells: 4) == corners)
    let outside: [Vector2] = [[-5, -5], [45, -5], [45, 45], [-5, 45]]
    #expect(EdgeRefinement.refined(outside, in: flat, cells: 4) == outside)
  }

  private static func image(_ width: Int, _ height: Int, _ level: (Int, Int) -> Int) -> GrayImage {
    let pixels = (0..<(width * height)).map { UInt8(min(max(level($0 % width, $0 / width), 0), 255)) }
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  /// In a bowl x² + y² brightness rises with the square of the distance from its middle. Where n samples lie half a pixel apart
  /// across a line d away from it, the centre of the rise lies (n² − 1) / 48 d outwards, all along that line: the mean square
  /// of the samples' places over d. So every side moves by that, twice, n by how far 0.7 of a cell reaches to either side, at
  /// least 1.5 pixels.
  @Test(
    arguments: [
      // Cells of 20 / 6 and 14 / 6 pixels: 2.33 and 1.63 pixels to either side.
      ([[-10, -7], [10, -7], [10, 7], [-10, 7]], [6, 9, 6, 9], [7, 10, 7, 10]),
      // 14.4 cos 9.5° between the middles of the slanting sides, and 18: 1.66 and 2.1 pixels.
      ([[-9, -5.8], [9, -8.8], [9, 8.8], [-9, 5.8]], [6, 8, 6, 8], [7.3 * 0.98639, 9, 7.3 * 0.98639, 9]),
    ] as [([Vector2], [Int], [Double])])
  func everySideMovesToTheCentreOfItsRise(shape: [Vector2], samples: [Int], apart: [Double]) {
    let middle = Vector2(24, 22)
    let bowl = Self.image(48, 44) { ($0 - 24) * ($0 - 24) + ($1 - 22) * ($1 - 22) }
    let distances = zip(samples, apart).map { n, d in
      (0..<2).reduce(0.0) { moved, _ in moved + Double(n * n - 1) / (48 * (d + moved)) }
    }
    let expected = Quadrilateral(shape).grown(by: distances).corners
    let found = EdgeRefinement.refined(shape.map { $0 + middle }, in: bowl, cells: 4)
    for (a, b) in zip(found, expected) { #expect((a - middle - b).length < 0.03, "\(a - middle) \(b)") }
  }

  /// Profiles stand 1.25 pixels apart, six at least, from 6 % of a side to 94 %, the rounding of the corners left out. Five
  /// that are clear make an edge.
  @Test(
    arguments: [
      (200, 11...19, true), (200, 183...189, true), (200, 0...10, false), (200, 190...200, false), (8, 2...8, true),
      (8, 2...6, false), (4, 0...4, false), (4.2, 0...5, true),
    ] as [(Double, ClosedRange<Int>, Bool)])
  func anEdgeThatIsSeenInPartIsFoundThere(length: Double, seen: ClosedRange<Int>, isFound: Bool) {
    let image = Self.image(240, 44) { x, y in seen.contains(x - 20) ? (y < 20 ? 200 : 40) : 100 }
    let depth = min(length, 12)
    let corners = [Vector2(0, 0), [length, 0], [length, depth], [0, depth]].map { $0 + Vector2(20, 19.5) }
    let bulge = EdgeRefinement.bulges(corners, in: image, cells: 4)[0]
    #expect((bulge != nil) == isFound)
    #expect(abs(bulge ?? 0) < 1e-9)
  }

  /// A rise of ten levels may be noise.
  @Test(arguments: [(110, false), (111, true), (200, true)]) func anEdgeHasContrast(bright: Int, isFound: Bool) {
    let image = Self.image(80, 44) { _, y in y < 20 ? bright : 100 }
    let corners: [Vector2] = [[20, 19.5], [60, 19.5], [60, 31.5], [20, 31.5]]
    #expect((EdgeRefinement.bulges(corners, in: image, cells: 4)[0] != nil) == isFound)
  }

  /// A dark print of 36 × 28 pixels between four parabolas, each so far outside of the line between its corners in the middle.
  private static func bent(_ bulges: [Double]) -> (image: GrayImage, corners: [Vector2]) {
    let (middle, half) = (Vector2(29.3, 25.3), Vector2(18, 14))
    let image = image(60, 52) { x, y in
      var sum = 0
      for k in 0..<25 {
        let p = Vector2(Double(x) + Double(k % 5 - 2) / 5, Double(y) + Double(k / 5 - 2) / 5) - middle
        let (across, down) = (1 - p.x * p.x / (half.x * half.x), 1 - p.y * p.y / (half.y * half.y))
        let isInside =
          p.y > -half.y - bulges[0] * across && p.x < half.x + bulges[1] * down
          && p.y < half.y + bulges[2] * across && p.x > -half.x - bulges[3] * down
        sum += isInside ? 30 : 220
      }
      return sum / 25
    }
    return (image, [[-18, -14], [18, -14], [18, 14], [-18, 14]].map { (corner: Vector2) in middle + corner })
  }

  @Test(arguments: [[1.2, -0.8, 0.5, 1.6], [-1.0, 0.6, 1.4, -0.4]]) func bentSidesMeetInTheirCorners(bulges: [Double])
    throws
  {
    let (image, corners) = Self.bent(bulges)
    for (found, bulge) in zip(EdgeRefinement.bulges(corners, in: image, cells: 4), bulges) {
      #expect(abs(try #require(found) - bulge) < 0.18, "\(found ?? 0) \(bulge)")
    }
    let off: [Vector2] = [[0.6, -0.4], [-0.5, 0.5], [0.3, 0.7], [-0.6, -0.2]]
    let refined = EdgeRefinement.refined(zip(corners, off).map { $0 + $1 }, in: image, cells: 4)
    for (a, b) in zip(refined, corners) { #expect((a - b).length < 0.12, "\(a) \(b)") }
  }

  /// What lies more than three pixels off was no corner.
  @Test func aCornerMovesByThreePixelsAtMost() {
    let (image, corners) = Self.bent([0, 0, 0, 0])
    for (off, isMoved) in [(Vector2(2, 1.5), true), (Vector2(2.6, 2), false)] {
      let started = [corners[0] + off] + corners[1...]
      let refined = EdgeRefinement.refined(started, in: image, cells: 4)
      #expect((refined[0] - (isMoved ? corners[0] : started[0])).length < 0.1, "\(off)")
      #expect(zip(refined, corners).dropFirst().allSatisfy { ($0 - $1).length < 0.1 }, "\(off)")
    }
  }
}

/// The curve through the clear points of an edge, and where two of them meet.
@Suite struct EdgeCurveTests {
  private typealias Point = (place: Double, offset: Double, rise: Double)

  private static func curve(_ points: [Point]) -> EdgeCurve? {
    EdgeCurve.fit(points, start: .zero, along: [1, 0], outward: [0, -1], length: 20)
  }

  /// So many points along an edge.
  private static func points(_ count: Int, rise: Double = 100, _ offset: (Double) -> Double) -> [Point] {
    (0..<count).map { k in
      let place = Double(k) / Double(count - 1) - 0.5
      return (place, offset(place), rise)
    }
  }

  /// Two parabolas over lines that are not at a right angle meet where they were made to, from wherever one starts. There are
  /// many points, so that what holds the bend near zero does not count.
  @Test func twoParabolasMeetInTheirCorner() throws {
    let a = try #require(
      EdgeCurve.fit(
        Self.points(4001) { 1 - 2 * $0 + 8 * $0 * $0 }, start: [2, 3], along: [0.6, 0.8], outward: [0.8, -0.6],
        length: 40))
    #expect(abs(a.bulge + 2) < 0.001)
    // At its end the first lies 1 − 1 + 2 pixels outside of its line, at its beginning the second 0.5 + 0.75 − 1.5.
    let corner = Vector2(2, 3) + 40 * Vector2(0.6, 0.8) + 2 * Vector2(0.8, -0.6)
    let b = try #require(
      EdgeCurve.fit(
        Self.points(4001) { 0.5 - 1.5 * $0 - 6 * $0 * $0 }, start: corner + 0.25 * Vector2(0.96, 0.28),
        along: [-0.28, 0.96], outward: [0.96, 0.28], length: 30))
    #expect(abs(b.bulge - 1.5) < 0.001)
    let found = try #require(EdgeCurve.intersection(of: a, b, near: corner + [1.5, -1]))
    #expect((found - corner).length < 0.0005, "\(found) \(corner)")
    for start in [found, corner + [-1, 1.2], corner + [0.7, 1.9]] {
      #expect((try #require(EdgeCurve.intersection(of: a, b, near: start)) - found).length < 1e-10)
    }
  }

  /// Lines that turn by less than three degrees meet nowhere in particular.
  @Test(arguments: [(0.04, false), (0.06, true)]) func linesAlongEachOtherDoNotMeet(turn: Double, meet: Bool) throws {
    let straight = Self.points(9) { _ in 0 }
    let along = Vector2((1 - turn * turn).squareRoot(), turn)
    let a = try #require(Self.curve(straight))
    let b = try #require(
      EdgeCurve.fit(straight, start: .zero, along: along, outward: [along.y, -along.x], length: 20))
    #expect((EdgeCurve.intersection(of: a, b, near: [1, 1]) != nil) == meet)
  }

  /// Three of fifteen that lie three pixels off are left out; one that wavers by a tenth of a pixel is no stray.
  @Test func straysAreLeftOutAndWaveringIsNot() throws {
    let clean = Self.points(15) { 0.8 - 3.2 * $0 * $0 }
    let usual = try #require(Self.curve(clean)).bulge
    #expect(abs(usual - 0.8) < 0.02)
    var stray = clean
    for k in [2, 7, 8] { stray[k].offset += 3 }
    #expect(abs(try #require(Self.curve(stray)).bulge - usual) < 0.02)
    var wavering = Self.points(15) { _ in 0 }
    wavering[7].offset = 0.1
    #expect(try #require(Self.curve(wavering)).bulge > 0.01)
    #expect(try #require(Self.curve(wavering)).bulge < 0.05)
  }

  /// Points rise by more than 0.3 of what is usual, or have no part.
  @Test(arguments: [(29.0, false), (31, true)]) func fainterPointsHaveNoPart(rise: Double, isPart: Bool) throws {
    var points = Self.points(15) { _ in 0 }
    for k in 6...8 { (points[k].offset, points[k].rise) = (0.15, rise) }
    let bulge = try #require(Self.curve(points)).bulge
    #expect((bulge > 0.02) == isPart, "\(bulge)")
    #expect(isPart || abs(bulge) < 1e-9)
  }

  @Test func fiveClearPointsMakeAnEdge() {
    #expect(Self.curve(Self.points(4) { _ in 0 }) == nil)
    #expect(Self.curve(Self.points(5) { _ in 0 }) != nil)
    #expect(Self.curve(Self.points(5, rise: 10) { _ in 0 }) == nil)
    #expect(Self.curve(Self.points(5, rise: 10.1) { _ in 0 }) != nil)
  }
}

/// Profiles of brightness across an edge.
@Suite struct EdgeProfileTests {
  private static func rise(
    _ image: GrayImage, at place: Vector2, towards direction: Vector2, reach: Double
  ) -> (offset: Double, rise: Double)? {
    image.pixels.withUnsafeBufferPointer {
      EdgeProfile($0, of: image).rise(at: place, towards: direction, reach: reach)
    }
  }

  /// Levels 4 + 2 x + 3 y + x y.
  private static let slope = GrayImage(
    width: 16, height: 12,
    pixels: (0..<192).map { (index: Int) -> UInt8 in
      let (x, y) = (index % 16, index / 16)
      return UInt8(4 + 2 * x + 3 * y + x * y)
    })

  /// Between pixels the image is bilinear, so these levels are exact there. Along (0.6, 0.8) from (7.3, 5.6) they are
  /// … + 12.8 t + 0.48 t²; nine samples reach 2.25 pixels to either side. They rise by 4.5 · 12.8, with a moment of
  /// 2 · 0.48 · 0.5 · Σ m² about the place, Σ m² = 0.25 · 9 · 80 / 12 of the samples' middles.
  @Test func theCentreOfARiseIsExact() throws {
    let found = try #require(Self.rise(Self.slope, at: [7.3, 5.6], towards: [0.6, 0.8], reach: 2.3))
    #expect(abs(found.rise - 57.6) < 1e-9)
    #expect(abs(found.offset - 7.2 / 57.6) < 1e-9)
    // The other way it falls.
    #expect(Self.rise(Self.slope, at: [7.3, 5.6], towards: [-0.6, -0.8], reach: 2.3) == nil)
  }

  /// The faintest rise is one, and only what rises counts: up by half a level at the end, or up by 60 and down by 90.
  @Test func onlyWhatRisesCounts() throws {
    let faint = GrayImage(width: 16, height: 4, pixels: (0..<64).map { $0 % 16 > 9 ? 101 : 100 })
    let found = try #require(Self.rise(faint, at: [7.5, 1.5], towards: [1, 0], reach: 2))
    #expect(abs(found.rise - 0.5) < 1e-9)
    #expect(abs(found.offset - 1.75) < 1e-9)
    #expect(Self.rise(faint, at: [5.5, 1.5], towards: [1, 0], reach: 2) == nil)
    let bar = GrayImage(
      width: 16, height: 4, pixels: (0..<64).map { $0 % 16 < 5 ? 100 : $0 % 16 < 8 ? 160 : 70 })
    let up = try #require(Self.rise(bar, at: [6.5, 1.5], towards: [1, 0], reach: 4))
    #expect(abs(up.rise - 60) < 1e-9)
    #expect(abs(up.offset + 2) < 1e-9)
    let down = try #require(Self.rise(bar, at: [6.5, 1.5], towards: [-1, 0], reach: 4))
    #expect(abs(down.rise - 90) < 1e-9)
    #expect(abs(down.offset + 1) < 1e-9)
  }

  /// Up to where there are pixels all around, on all four sides, in both directions.
  @Test(
    arguments: [
      ([2, 5.3], [1, 0], true), ([1.9, 5.3], [1, 0], false), ([12.9, 5.3], [1, 0], true),
      ([13.1, 5.3], [1, 0], false),
      ([2.4, 5.3], [0, 1], true), ([5.3, 2], [0, 1], true), ([5.3, 1.9], [0, 1], false), ([5.3, 8.9], [0, 1], true),
      ([5.3, 9.1], [0, 1], false), ([0, 5.3], [0, 1], true), ([-0.1, 5.3], [0, 1], false),
      ([14.9, 5.3], [0, 1], true),
      ([15.1, 5.3], [0, 1], false), ([5.3, 0], [1, 0], true), ([5.3, -0.1], [1, 0], false),
      ([5.3, 10.9], [1, 0], true),
      ([5.3, 11.1], [1, 0], false), ([0.3, 5.3], [0, 1], true), ([5.3, 0.3], [1, 0], true),
    ] as [(Vector2, Vector2, Bool)])
  func aProfileLiesWithinTheImage(place: Vector2, direction: Vector2, isInside: Bool) {
    #expect((Self.rise(Self.slope, at: place, towards: direction, reach: 2) != nil) == isInside)
  }

  /// 0.7 of a cell, within 1.5 and 5 pixels.
  @Test(arguments: [(1.0, 1.5), (2, 1.5), (4, 2.8), (7, 4.9), (8, 5), (30, 5)])
  func aProfileReachesIntoTheBorder(cell: Double, reach: Double) {
    Self.slope.pixels.withUnsafeBufferPointer {
      #expect(abs(EdgeProfile($0, of: Self.slope).reach(cell: cell) - reach) < 1e-12)
    }
  }
}
