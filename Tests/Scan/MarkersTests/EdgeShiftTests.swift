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
    #expect(CellGrid(corners: [[0, 0], [1, 0], [2, 0], [3, 0]], cells: 6) == nil)
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
