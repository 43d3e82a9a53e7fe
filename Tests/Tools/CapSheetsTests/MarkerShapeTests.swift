import Foundation
import Geometry
import Testing

@testable import CapSheets
@testable import Markers

/// Shapes of markers from exact views of them.
@Suite struct MarkerShapeTests {
  /// A camera of 1500 pixels that looks at the middle of the sheet from 300 units away, turned about an axis on it.
  static func view(_ tilt: Double = 0, about axis: Vector3 = [0, 1, 0], distance: Double = 300) -> SheetView {
    SheetView(
      focal: 1500, distortion: 0, centre: [749.5, 999.5],
      cameraFromSheet: RigidTransform(
        rotation: .rotation(axis * (tilt * .pi / 180)), translation: [0, 0, distance]))
  }

  /// Clockwise from the upper left; not square, not in the middle.
  static let corners: [Vector2] = [[-9, -7], [7.5, -7.4], [8, 9], [-8.6, 8.8]]

  /// What a view shows of corners, which may be raised to the viewer, and of the middles of the sides, which stand out
  /// to the viewer from the line between their corners, and along the sheet outwards.
  static func outline(
    _ view: SheetView, _ corners: [Vector2] = corners, raised: [Double] = [0, 0, 0, 0], up: [Double] = [0, 0, 0, 0],
    out: [Double] = [0, 0, 0, 0], id: Int = 5
  ) throws -> MarkerOutline {
    let pixels = try zip(corners, raised).map { try #require(view.pixel(of: [$0.x, $0.y, -$1])) }
    let bulges = try (0..<4).map { k -> Double? in
      let (a, b, p, q) = (corners[k], corners[(k + 1) % 4], pixels[k], pixels[(k + 1) % 4])
      let along = (b - a) / (b - a).length
      let middle = (a + b) / 2 + Vector2(along.y, -along.x) * out[k]
      let height = (raised[k] + raised[(k + 1) % 4]) / 2 + up[k]
      let seen = try #require(view.pixel(of: [middle.x, middle.y, -height]))
      let across = Vector2(q.y - p.y, p.x - q.x) / (q - p).length
      return across.dot(seen - p)
    }
    return MarkerOutline(id: id, corners: pixels, bulges: bulges)
  }

  static func shape(
    _ views: [SheetView], _ corners: [Vector2] = corners, up: [Double] = [0, 0, 0, 0], out: [Double] = [0, 0, 0, 0],
    noise: Double = 0.2
  ) throws -> MarkerShape {
    try #require(MarkerShape(try views.map { ($0, try outline($0, corners, up: up, out: out)) }, noise: noise))
  }

  /// Corners a tenth above and middles of sides a tenth below are what no plane has any part of, wherever it lies and slants.
  @Test(arguments: [Vector2.zero, [40, -70]], [Vector3(0, 0, 0), [3, 0.5, -0.25], [-1, -0.1, 0.4]])
  func heightsAreThoseAboveTheBestPlane(middle: Vector2, plane: Vector3) throws {
    let offsets: [Vector2] = [[-8, -8], [8, -8], [8, 8], [-8, 8], [0, -8], [8, 0], [0, 8], [-8, 0]]
    let points = offsets.enumerated().map { k, offset -> (place: Vector2, height: Double) in
      let place = middle + offset
      let onPlane = plane.x + plane.y * place.x + plane.z * place.y
      return (place, onPlane + (k < 4 ? 0.1 : -0.1))
    }
    let found = try #require(MarkerShape.offPlane(points))
    for (k, height) in found.enumerated() { #expect(abs(height - (k < 4 ? 0.1 : -0.1)) < 1e-9, "\(k): \(height)") }
    // Three corners always lie on a plane.
    for height in try #require(MarkerShape.offPlane(Array(points.prefix(3)))) { #expect(abs(height) < 1e-9) }
  }

  /// One view from straight above shows a millimetre as 5 pixels, several of them have less noise.
  @Test(arguments: [1, 2, 5]) func cornersAndTheirDeviationAreThoseOfTheViews(count: Int) throws {
    let shape = try Self.shape([SheetView](repeating: Self.view(), count: count))
    #expect(shape.id == 5 && shape.sightings == count)
    for (found, corner) in zip(shape.corners, Self.corners) { #expect((found - corner).length < 1e-6) }
    #expect(abs(shape.sigma - 0.2 / 5 / Double(count).squareRoot()) < 1e-5)
    #expect(abs(shape.bulges.sigma - 0.5 * 0.2 / 5 / Double(count).squareRoot()) < 1e-5)
    #expect(shape.bulges.values.count == 4 && shape.bulges.values.allSatisfy { abs($0) < 1e-6 })
    // From 60° to one side a millimetre across is half as many pixels: of all sides the worst counts.
    let aslant = try Self.shape([SheetView](repeating: Self.view(60), count: count))
    #expect(abs(aslant.bulges.sigma / (2 * shape.bulges.sigma) - 1) < 0.15, "\(aslant.bulges.sigma)")
    #expect(shape.heights == nil, "from one side heights can't be told")
    // 16.5 and 16.6 across with 0.4 and −0.2 of slope; 16.4 and 15.8 down with 0.5 and 0.4.
    let width = ((16.5 * 16.5 + 0.16).squareRoot() + (16.6 * 16.6 + 0.04).squareRoot()) / 2
    let height = ((16.4 * 16.4 + 0.25).squareRoot() + (15.8 * 15.8 + 0.16).squareRoot()) / 2
    #expect(abs(shape.width - width) < 1e-6 && abs(shape.height - height) < 1e-6)
  }

  /// Aslant, from several sides and with a lens: the corners are the same.
  @Test func cornersAreFoundAslant() throws {
    var views = [Self.view(35, about: [0.6, 0.8, 0]), Self.view(-20, about: [1, 0, 0], distance: 410)]
    views[1].distortion = -0.1
    for chosen in [[views[0]], [views[1]], views] {
      let shape = try Self.shape(chosen)
      for (found, corner) in zip(shape.corners, Self.corners) { #expect((found - corner).length < 1e-4) }
    }
  }

  /// The axes of a rhombus of 4° and of a rectangle.
  @Test(arguments: [-4.0, 0, 4]) func skewIsWhatIsMissingOfARightAngle(degrees: Double) throws {
    let (side, shift) = (16.0, 16 * sin(degrees * .pi / 180))
    let down = Vector2(shift, 16 * cos(degrees * .pi / 180))
    let corners: [Vector2] = [[-8, -8], [8, -8], Vector2(8, -8) + down, Vector2(-8, -8) + down]
    let shape = try Self.shape([Self.view()], corners)
    #expect(abs(shape.skew * 180 / .pi - degrees) < 1e-5)
    #expect(abs(shape.width - side) < 1e-6 && abs(shape.height - side) < 1e-6)
  }

  /// Sides that lie outside of the lines between the corners, the one inwards.
  @Test func bulgesAreThoseOfTheSides() throws {
    let out = [0.3, -0.2, 0.1, 0.05]
    for views in [[Self.view()], [Self.view(25)], [Self.view(25), Self.view(-30, about: [1, 0, 0])]] {
      let bulges = try Self.shape(views, out: out).bulges.values
      try #require(bulges.count == 4)
      for (found, wanted) in zip(bulges, out) { #expect(abs(found - wanted) < 0.002, "\(bulges)") }
    }
    // A side that the image does not show is left out.
    let whole = try Self.outline(Self.view(), out: out)
    let part = MarkerOutline(id: 5, corners: whole.corners, bulges: [nil, whole.bulges[1], nil, whole.bulges[3]])
    let shape = try #require(MarkerShape([(Self.view(), part)], noise: 1))
    #expect(shape.bulges.values.count == 2)
    #expect(abs(shape.bulges.values[0] + 0.2) < 1e-4 && abs(shape.bulges.values[1] - 0.05) < 1e-4)
    let bare = MarkerOutline(id: 5, corners: whole.corners, bulges: [nil, nil, nil, nil])
    let none = try #require(MarkerShape([(Self.view(), bare)], noise: 1))
    #expect(none.bulges.values.isEmpty && none.bulges.sigma == 0)
    #expect(MarkerShape([], noise: 1) == nil)
  }

  /// The middles of two sides stand up by 0.4, as of a marker on a cylinder: the plane of all eight is 0.1 above the corners.
  @Test func heightsAreThoseAboveTheMarkersPlane() throws {
    let square: [Vector2] = [[-8, -8], [8, -8], [8, 8], [-8, 8]]
    let views = [
      Self.view(30), Self.view(-30), Self.view(30, about: [1, 0, 0]), Self.view(-30, about: [1, 0, 0]),
    ]
    let heights = try #require(try Self.shape(views, square, up: [0.4, 0, 0.4, 0]).heights)
    try #require(heights.values.count == 8)
    for (found, wanted) in zip(heights.values, [-0.1, -0.1, -0.1, -0.1, 0.3, -0.1, 0.3, -0.1]) {
      #expect(abs(found - wanted) < 0.01, "\(heights.values)")
    }
    // Towards the paper.
    let hollow = try #require(try Self.shape(views, square, up: [0, -0.4, 0, -0.4]).heights)
    for (found, wanted) in zip(hollow.values, [0.1, 0.1, 0.1, 0.1, 0.1, -0.3, 0.1, -0.3]) {
      #expect(abs(found - wanted) < 0.01, "\(hollow.values)")
    }
    let flat = try #require(try Self.shape(views, Self.corners).heights)
    #expect(flat.values.allSatisfy { abs($0) < 1e-4 })
    // One corner up by 0.4 and straight sides are a slant of 0.1 in each direction and a twist of 0.1.
    let raised = try views.map { ($0, try Self.outline($0, square, raised: [0.4, 0, 0, 0])) }
    let twisted = try #require(MarkerShape(raised, noise: 0.2)?.heights)
    for (found, wanted) in zip(twisted.values, [0.1, -0.1, 0.1, -0.1, 0, 0, 0, 0]) {
      #expect(abs(found - wanted) < 0.01, "\(twisted.values)")
    }
  }

  /// Two views, 30° to either side, tell a height sin 30° · √2 times as well as one tells a place; nearly alike, they tell none.
  @Test func heightsHaveTheirDeviation() throws {
    let square: [Vector2] = [[-8, -8], [8, -8], [8, 8], [-8, 8]]
    let heights = try #require(try Self.shape([Self.view(30), Self.view(-30)], square).heights)
    // Sides that run with the turn show no height of their middles.
    #expect(heights.values.count == 6)
    let expected = 0.2 / 5 / (0.5 * 2.0.squareRoot())
    #expect(abs(heights.sigma / expected - 1) < 0.08, "\(heights.sigma)")
    // The deviation reaches 0.4 at sin a = 0.04 / (0.4 √2): a = 4.06°.
    #expect(try Self.shape([Self.view(3.6), Self.view(-3.6)], square).heights == nil)
    #expect(try Self.shape([Self.view(4.6), Self.view(-4.6)], square).heights != nil)
    #expect(try Self.shape([Self.view(30), Self.view(30)], square).heights == nil)
  }
}

/// What is said of a marker by its shape.
@Suite struct MarkerJudgementTests {
  private static let aslant = [30.0, -30].flatMap { tilt in
    [MarkerShapeTests.view(tilt), MarkerShapeTests.view(tilt, about: [1, 0, 0])]
  }

  private func marker(
    _ corners: [Vector2], up: [Double] = [0, 0, 0, 0], out: [Double] = [0, 0, 0, 0], noise: Double = 1e-4,
    usual: Double = 16, scale: Double = 1, reading: Double = 0, stretchSigma: Double = 0, isSeenAslant: Bool = true
  ) throws -> PrintCheck.Marker {
    let views = isSeenAslant ? Self.aslant : [MarkerShapeTests.view()]
    let shape = try MarkerShapeTests.shape(views, corners, up: up, out: out, noise: noise)
    return PrintCheck.judged(shape, scale: scale, reading: reading, usual: usual, stretchSigma: stretchSigma)
  }

  private func rectangle(_ width: Double, _ height: Double, skew: Double = 0) -> [Vector2] {
    let shift = height * tan(skew)
    return [[-8, -8], [width - 8, -8], [width - 8 + shift, height - 8], [shift - 8, height - 8]]
  }

  /// One per cent is the limit of all shares.
  @Test func sidesAndAnglesAreJudgedByOnePerCent() throws {
    #expect(try marker(rectangle(16, 16)).faults.isEmpty)
    #expect(try marker(rectangle(16 * 1.0095, 16)).faults.isEmpty)
    #expect(try marker(rectangle(16 * 1.0105, 16)).faults == [.notSquare])
    #expect(try marker(rectangle(16, 16 * 1.0105)).faults == [.notSquare])
    #expect(try marker(rectangle(16 * 1.0095, 16 * 1.0095)).faults.isEmpty)
    #expect(try marker(rectangle(16 * 1.0105, 16 * 1.0105)).faults == [.otherSize])
    #expect(try marker(rectangle(16 * 0.9895, 16 * 0.9895)).faults == [.otherSize])
    #expect(try marker(rectangle(17, 17), usual: 17).faults.isEmpty)
    #expect(try marker(rectangle(16, 16, skew: 0.0095)).faults.isEmpty)
    #expect(try marker(rectangle(16, 16, skew: 0.0105)).faults == [.notSquare])
    #expect(try marker(rectangle(16, 16, skew: -0.0105)).faults == [.notSquare])
  }

  /// From several sides a bend is told by its 0.4 mm, from one a curved side by one per cent.
  @Test func aBendIsNotFlatAndASideIsCurved() throws {
    let bent = try marker(rectangle(16, 16), up: [0.42, 0, 0.42, 0])
    #expect(bent.faults == [.notFlat])
    #expect(abs((bent.bend?.value ?? .nan) - 0.42) < 0.01)
    #expect(try !marker(rectangle(16, 16), up: [0.38, 0, 0.38, 0]).faults.contains(.notFlat))
    #expect(try marker(rectangle(16, 16), out: [0.165, 0, 0, 0], isSeenAslant: false).faults == [.curved])
    #expect(try marker(rectangle(16, 16), out: [0, 0, -0.165, 0], isSeenAslant: false).faults == [.curved])
    #expect(try marker(rectangle(16, 16), out: [0.155, 0, 0, 0], isSeenAslant: false).faults.isEmpty)
    #expect(try marker(rectangle(16, 16), isSeenAslant: false).bend == nil)
    // Sides that no photo shows are not curved.
    let corners = try MarkerShapeTests.outline(MarkerShapeTests.view(), rectangle(16, 16)).corners
    let bare = MarkerOutline(id: 5, corners: corners, bulges: [nil, nil, nil, nil])
    let shape = try #require(MarkerShape([(MarkerShapeTests.view(), bare)], noise: 1e-4))
    #expect(PrintCheck.judged(shape, scale: 1, reading: 0, usual: 16, stretchSigma: 0).faults.isEmpty)
  }

  /// A deviation within 3.5 standard deviations may be noise.
  @Test func noiseIsNoFault() throws {
    // From straight above a corner has noise / 5; the ratio of two sides √2 of that by 16, 3.5 times that is 0.02.
    let noise = 5 * 16 * 0.02 / 3.5 / 2.0.squareRoot()
    for (share, faults) in [(1.019, [PrintCheck.Fault]()), (1.0215, [.notSquare])] {
      let found = try marker(rectangle(16 * share, 16), noise: noise, usual: 16 * (1 + share) / 2, isSeenAslant: false)
      // Judged by its sides' ratio alone: both together are of the usual size.
      #expect(found.faults == faults, "\(share)")
    }
    // The stretch's own deviation counts, too.
    #expect(try marker(rectangle(16 * 1.02, 16), usual: 16.16, stretchSigma: 0.006).faults.isEmpty)
    #expect(try marker(rectangle(16 * 1.02, 16), usual: 16.16, stretchSigma: 0.005).faults == [.notSquare])
    // Of a size the deviation is noise / 5 / 16.
    let larger = 5 * 16 * 0.02 / 3.5
    #expect(try marker(rectangle(16.3, 16.3), noise: larger, isSeenAslant: false).faults.isEmpty)
    #expect(try marker(rectangle(16.35, 16.35), noise: larger, isSeenAslant: false).faults == [.otherSize])
  }

  /// Lengths and their deviations are those of the print by the scale of the rule; the deviation of a reading grows with them.
  @Test func lengthsHaveTheirDeviations() throws {
    let found = try marker(
      rectangle(16.08, 15.96, skew: 0.005), noise: 0.3, scale: 1.25, reading: 0.004, isSeenAslant: false)
    let own = 0.3 / 5
    let slanted = 15.96 / cos(0.005)
    for (length, value) in [(found.width, 16.08), (found.height, slanted)] {
      let sigma = 1.25 * (own * own + value * value * 0.004 * 0.004).squareRoot()
      #expect(abs(length.value - 1.25 * value) < 1e-5)
      #expect(abs(length.sigma - sigma) < 1e-4)
    }
    let degrees = 180 / Double.pi
    #expect(abs(found.skewDegrees.value - 0.005 * degrees) < 1e-4)
    #expect(abs(found.skewDegrees.sigma - own / 16 * degrees) < 1e-4)
    #expect(found.id == 5 && found.sightings == 1)
    let bent = try marker(rectangle(16, 16), up: [0.2, 0, 0.2, 0], noise: 0.3, scale: 1.25)
    let bend = try #require(bent.bend)
    let shape = try MarkerShapeTests.shape(Self.aslant, rectangle(16, 16), noise: 0.3)
    let sigma = try #require(shape.heights?.sigma)
    // The highest less the lowest.
    let range = 1.25 * sigma * 2.0.squareRoot()
    #expect(abs(bend.value - 1.25 * 0.2) < 0.01)
    #expect(abs(bend.sigma / range - 1) < 0.01)
  }
}
