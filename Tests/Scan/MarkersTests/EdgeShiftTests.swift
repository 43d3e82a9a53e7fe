import Foundation
import Geometry
import Images
import Recordings
import Testing

@testable import Markers

@Suite struct EdgeShiftTests {
  /// A lens blurs light and a file holds levels: black looks too small, and the cells inside say by how much.
  @Test(arguments: [0.15, 0.2, 0.25])
  func takesCornersOfLevelsToTheirPlace(distance: Double) throws {
    let (before, after, shift) = try inward(distance: distance, levels: sRGB)
    #expect(before > 0.1)
    #expect(abs(after) < 0.05, "\(before) \(after)")
    #expect(shift > 0.08)
  }

  /// An image whose dark half weighs more does the opposite.
  @Test func takesCornersOfSpreadInkToTheirPlace() throws {
    let (before, after, shift) = try inward(distance: 0.18) { $0 * $0 }
    #expect(before < -0.1)
    #expect(abs(after) < 0.06, "\(before) \(after)")
    #expect(shift < -0.08)
  }

  @Test func isZeroWhereLevelsAreLight() throws {
    let (before, after, shift) = try inward(distance: 0.18) { $0 }
    #expect(abs(before) < 0.06)
    #expect(abs(after) < 0.06)
    #expect(abs(shift) < 0.03)
  }

  @Test func saysNothingWhereNothingIsSeen() {
    let flat = GrayImage(width: 60, height: 60, pixels: Array(repeating: 90, count: 3600))
    let bits = Array(repeating: [true, false, true, false], count: 4)
    let shifts = flat.pixels.withUnsafeBufferPointer {
      EdgeShift.measure([[10, 10], [50, 10], [50, 50], [10, 50]], bits: bits, in: EdgeProfile($0, of: flat))
    }
    #expect(shifts.allSatisfy { $0 == nil })
    #expect(EdgeShift.common([]) == 0)
  }

  /// Blur along one axis alone shifts the edges across it alone.
  @Test func tellsTheAxesApart() throws {
    var scene = PrintedScene(distance: 0.18, roll: 0)
    scene.radius = nil
    let image = encoded(blurredAlongRows(scene.render().0), sRGB)
    let bits = try #require(scene.dictionary.bits(of: scene.id))
    let shifts = image.pixels.withUnsafeBufferPointer {
      EdgeShift.measure(scene.pixels, bits: bits, in: EdgeProfile($0, of: image))
    }
    let (x, y) = (try #require(shifts[0]).value, try #require(shifts[1]).value)
    #expect(x > y + 0.04, "\(x) \(y)")
    let refined = EdgeRefinement.refined(scene.pixels, in: image, cells: scene.dictionary.cells)
    let corners = EdgeShift.takenOff([(scene.id, refined)], in: image, dictionary: scene.dictionary)[0].corners
    // Rows of the image run along the marker's: across them a pixel's few rays place the edge, so x is looked at.
    for (before, (after, truth)) in zip(refined, zip(corners, scene.pixels)) {
      #expect(abs(before.x - truth.x) > 0.2, "\(before) \(truth)")
      #expect(abs(after.x - truth.x) < 0.06, "\(after) \(truth)")
    }
  }

  @Test func aSquareGrowsOnEverySide() {
    let grown = Quadrilateral([[1, 1], [3, 1], [3, 3], [1, 3]]).grown(by: [0.5, 0.25, 0.5, 1])
    #expect(grown.corners == [[0, 0.5], [3.25, 0.5], [3.25, 3.5], [0, 3.5]])
  }

  @Test func theGridMeetsCornersAndSteps() throws {
    let corners: [Vector2] = [[10, 12], [40, 9], [44, 38], [8, 35]]
    let grid = try #require(CellGrid(corners: corners, cells: 6))
    for (place, corner) in zip([[0, 0], [6, 0], [6, 6], [0, 6]] as [Vector2], corners) {
      #expect((grid.pixel(place) - corner).length < 1e-9)
    }
    let (place, step) = (Vector2(2.3, 4.1), 1e-6)
    let along = (grid.pixel(place + Vector2(step, 0)) - grid.pixel(place - Vector2(step, 0))) / (2 * step)
    #expect((grid.steps(at: place).x - along).length < 1e-6)
    let across = (grid.pixel(place + Vector2(0, step)) - grid.pixel(place - Vector2(0, step))) / (2 * step)
    #expect((grid.steps(at: place).y - across).length < 1e-6)
    // The diagonals stay straight lines, and so does what halves the sides.
    for k in 1..<6 {
      let (a, b) = (grid.pixel(Vector2(Double(k), Double(k))), grid.pixel(Vector2(Double(k), Double(6 - k))))
      #expect(abs((a - corners[0]).cross(corners[2] - corners[0])) < 1e-9)
      #expect(abs((b - corners[3]).cross(corners[1] - corners[3])) < 1e-9)
    }
    #expect(CellGrid(corners: [[0, 0], [1, 0], [2, 0], [3, 0]], cells: 6) == nil)
  }

  /// The shift of a frame is the mean of its markers', each with the variance that it states and (0.1 px)² beside it, and of
  /// one more that is 0 with (0.1 px)²; a marker's own is drawn to it by (0.1 px)².
  @Test func shiftsAreWeighedByWhatIsKnownOfThem() {
    #expect(abs(EdgeShift.common([EdgeShift(value: 0.2, sigma: 1e-9)]) - 0.1) < 1e-9)
    // Weights 50 and 20 beside 100.
    let two = [EdgeShift(value: 0.3, sigma: 0.1), EdgeShift(value: -0.15, sigma: 0.2)]
    #expect(abs(EdgeShift.common(two) - (50 * 0.3 - 20 * 0.15) / 170) < 1e-9)
    #expect(EdgeShift.held(nil, near: 0.07) == 0.07)
    #expect(abs(EdgeShift.held(EdgeShift(value: 0.2, sigma: 0.1), near: 0.1) - 0.15) < 1e-9)
    // Weights 400 and 100.
    #expect(abs(EdgeShift.held(EdgeShift(value: 0.2, sigma: 0.05), near: 0.1) - 0.18) < 1e-9)
    #expect(abs(EdgeShift.held(EdgeShift(value: -0.25, sigma: 0.2), near: 0.1) - (25 * -0.25 + 100 * 0.1) / 125) < 1e-9)
  }

  private static let cells = [
    [true, false, true, true], [false, true, false, false], [true, true, false, true], [false, false, true, false],
  ]

  /// How white lies in a print of cells of 8 pixels: grown on every side, and displaced.
  private struct Print {
    /// Pixels along x and y.
    var growth: Vector2
    /// What is added to `growth` along x in the third row of cells, the black border counted.
    var stain = 0.0
    /// How far cells are moved, in pixels, by their place from the middle, −1 … 1.
    var moved: @Sendable (Vector2) -> Vector2 = { _ in .zero }

    /// Whether a cell is white, the border's first one at 0.
    private static func isWhite(_ place: Vector2) -> Bool {
      let (column, row) = (Int((place.x / 8).rounded(.down)), Int((place.y / 8).rounded(.down)))
      guard (0..<6).contains(column), (0..<6).contains(row) else { return true }
      guard (1..<5).contains(column), (1..<5).contains(row) else { return false }
      return cells[row - 1][column - 1]
    }

    /// Of 5 × 5 rays a pixel, with its corners at 10.3 and 58.3.
    var image: GrayImage {
      let pixels = (0..<(68 * 68)).map { index -> UInt8 in
        var sum = 0
        for k in 0..<25 {
          let pixel = Vector2(Double(index % 68), Double(index / 68))
          let place = pixel + Vector2(Double(k % 5 - 2), Double(k / 5 - 2)) / 5 - 10.3
          let at = place - moved(place / 24 - 1)
          let grown = growth + [Int((place.y / 8).rounded(.down)) == 2 ? stain : 0, 0]
          let isWhite = [Vector2(-1, -1), [-1, 1], [1, -1], [1, 1]].contains { Self.isWhite(at + $0 * grown) }
          sum += isWhite ? 220 : 30
        }
        return UInt8(sum / 25)
      }
      return GrayImage(width: 68, height: 68, pixels: pixels)
    }

    /// The shifts along x and y.
    var shifts: [EdgeShift?] {
      let image = image
      return image.pixels.withUnsafeBufferPointer {
        EdgeShift.measure(
          [[10.3, 10.3], [58.3, 10.3], [58.3, 58.3], [10.3, 58.3]], bits: cells, in: EdgeProfile($0, of: image))
      }
    }
  }

  /// White that is grown by so many pixels is measured to be, along each axis on its own. Edges are never taken to scatter by
  /// less than 0.03 pixels; forty of them leave a sixth of that.
  @Test(arguments: [[0.4, 0], [0.2, 0.4], [0, 0]] as [Vector2]) func theGrowthOfWhiteIsTheShift(growth: Vector2) throws
  {
    let shifts = Print(growth: growth).shifts
    let (x, y) = (try #require(shifts[0]), try #require(shifts[1]))
    #expect(abs(x.value - growth.x) < 0.01, "\(x)")
    #expect(abs(y.value - growth.y) < 0.01, "\(y)")
    for sigma in [x.sigma, y.sigma] {
      #expect(sigma > 0.03 / 8, "\(sigma)")
      #expect(sigma < 0.03 / 4, "\(sigma)")
    }
  }

  /// A head bends a print: what moves its cells, up to the squares of their places, is no shift, and leaves nothing that
  /// scatters.
  @Test func aDisplacementOfTheCellsIsNoShift() throws {
    let bent = Print(
      growth: [0.4, 0],
      moved: { (p: Vector2) -> Vector2 in
        let (xx, xy, yy) = (p.x * p.x, p.x * p.y, p.y * p.y)
        return Vector2(0.5 * xx + 0.4 * xy - 1.6 * yy, -0.3 * xx + 0.2 * xy + 0.5 * yy)
      })
    let shifts = bent.shifts
    let (x, y) = (try #require(shifts[0]), try #require(shifts[1]))
    #expect(abs(x.value - 0.4) < 0.02, "\(x)")
    #expect(abs(y.value) < 0.02, "\(y)")
    #expect(x.sigma < 0.011 && y.sigma < 0.011, "\(x) \(y)")
  }

  /// In one row of cells white is grown by another 1.2 pixels: without weights the shift would be 0.62.
  @Test func aStainIsLeftOut() throws {
    let stained = Print(growth: [0.4, 0.2], stain: 1.2).shifts
    #expect(abs(try #require(stained[0]).value - 0.4) < 0.02)
    #expect(try #require(stained[0]).sigma < 0.01)
    #expect(abs(try #require(stained[1]).value - 0.2) < 0.02)
  }

  /// How far the corners of a blurred marker lie inwards on average without and with the shift taken off, and the
  /// shift, in pixels; `levels` makes levels of light, both 0 … 1.
  private func inward(
    distance: Double, levels: (Double) -> Double
  ) throws -> (before: Double, after: Double, shift: Double) {
    var scene = PrintedScene(distance: distance, turn: 0.4)
    scene.radius = 0.065
    let image = encoded(scene.render().0.blurred, levels)
    let bits = try #require(scene.dictionary.bits(of: scene.id))
    let refined = EdgeRefinement.refined(scene.pixels, in: image, cells: scene.dictionary.cells)
    let shift = image.pixels.withUnsafeBufferPointer {
      EdgeShift.common(EdgeShift.measure(refined, bits: bits, in: EdgeProfile($0, of: image)).compactMap(\.self))
    }
    let corners = EdgeShift.takenOff([(scene.id, refined)], in: image, dictionary: scene.dictionary)[0].corners
    let middle = scene.pixels.reduce(.zero, +) / 4
    let distance = { (corners: [Vector2]) in
      RobustStatistics.mean(
        zip(corners, scene.pixels).map { ($0 - $1).dot((middle - $1) / (middle - $1).length) })
    }
    return (distance(refined), distance(corners), shift)
  }

  /// The transfer function of IEC 61966-2-1.
  private func sRGB(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private func blurredAlongRows(_ image: GrayImage) -> GrayImage {
    var out = image
    for y in 0..<image.height {
      for x in 1..<(image.width - 1) {
        out.pixels[y * image.width + x] = UInt8(
          (-1...1).reduce(0) { $0 + Int(image.pixels[y * image.width + x + $1]) } / 3)
      }
    }
    return out
  }

  private func encoded(_ image: GrayImage, _ levels: (Double) -> Double) -> GrayImage {
    var image = image
    image.pixels = image.pixels.map { UInt8((255 * levels(Double($0) / 255)).rounded()) }
    return image
  }
}
