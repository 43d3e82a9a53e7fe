import Foundation
import Geometry
import Testing

@testable import Movement

/// What the outputs of a pose model mean.
@Suite struct PoseOutputsTests {
  private func peak(_ values: [Float], width: Int) -> DecodedPoint? {
    values.withUnsafeBufferPointer { HeatMap($0, width: width, height: values.count / width).peak }
  }

  private func gaussian(_ centre: Vector2, width: Int, height: Int, sigma: Double, height level: Double = 0.9)
    -> [Float]
  {
    (0..<(width * height)).map { i in
      let way = Vector2(Double(i % width), Double(i / width)) - centre
      return Float(level * exp(-way.dot(way) / (2 * sigma * sigma)))
    }
  }

  /// A Gaussian is found to hundredths of a cell, wherever its centre lies; the method is exact for one without borders.
  @Test func aGaussianIsFoundBetweenCells() throws {
    var random = SeededGenerator(seed: 12)
    var worst = 0.0
    for _ in 0..<200 {
      let centre = Vector2(
        Double.random(in: 16...32, using: &random), Double.random(in: 16...48, using: &random))
      let found = try #require(peak(gaussian(centre, width: 48, height: 64, sigma: 2), width: 48))
      worst = max(worst, (found.place - centre).length)
      #expect(found.score > 0.8)
      #expect(found.score <= 0.9)
    }
    print("Gaussians: at most \(worst) cells")
    #expect(worst < 0.01)
  }

  /// Two cells from a border on a peak is refined.
  @Test func aPeakNearABorderIsLeftInItsCell() throws {
    for (x, y, isRefined) in [
      (2.3, 20.3, true), (1.3, 20.3, false), (45.3, 20.3, true), (46.3, 20.3, false), (20.3, 2.3, true),
      (20.3, 1.3, false),
      (20.3, 61.3, true), (20.3, 62.3, false),
    ] {
      let found = try #require(peak(gaussian([x, y], width: 48, height: 64, sigma: 2), width: 48))
      #expect((found.place != [x.rounded(), y.rounded()]) == isRefined, "\(x), \(y): \(found.place)")
    }
  }

  @Test func aPeakAtTheBorderIsLeftInItsCell() throws {
    let found = try #require(peak(gaussian([0, 30], width: 48, height: 64, sigma: 2), width: 48))
    #expect(found.place == [0, 30])
  }

  @Test func whatIsNoNumberIsMissing() {
    var values = gaussian([20, 30], width: 48, height: 64, sigma: 2)
    values[7] = .nan
    #expect(peak(values, width: 48) == nil)
    values[7] = .infinity
    #expect(peak(values, width: 48) == nil)
    #expect(peak([Float](repeating: 0, count: 48 * 64), width: 48) == nil)
    #expect(peak([Float](repeating: -1, count: 48 * 64), width: 48) == nil)
    let row: [Float] = [0, 1, .nan, 2]
    #expect(row.withUnsafeBufferPointer { CoordinateRow.peak($0[0..<4]) } == nil)
  }

  @Test func headsAreToldFromTheirShapes() {
    let size = (width: 192, height: 256)
    #expect(PoseOutputs([[1, 17, 64, 48]], size: size) == .heatMaps(points: 17, width: 48, height: 64))
    #expect(PoseOutputs([[1, 26, 64, 48]], size: size) == .heatMaps(points: 26, width: 48, height: 64))
    for (points, across) in [(17, 0), (17, 1), (26, 0)] {
      let shapes = [[1, points, 384], [1, points, 512]]
      #expect(
        PoseOutputs(across == 0 ? shapes : shapes.reversed(), size: size)
          == .rows(points: points, across: across, down: 1 - across, columns: 384, rows: 512))
    }
    // PoseNet, with and without what tells several people apart, in whatever order.
    let (maps, offsets, ways) = ([1, 17, 17, 13], [1, 34, 17, 13], [1, 32, 17, 13])
    for (shapes, places) in [
      ([maps, offsets, ways, ways], (0, 1)), ([ways, offsets, maps], (2, 1)), ([offsets, maps], (1, 0)),
    ] {
      #expect(
        PoseOutputs(shapes, size: size)
          == .offsets(points: 17, maps: places.0, offsets: places.1, width: 13, height: 17))
    }
    #expect(PoseOutputs([maps, [1, 34, 17, 12]], size: size) == nil)
    for shape in [[1, 1, 17, 3], [1, 17, 3]] { #expect(PoseOutputs([shape], size: size) == .places(points: 17)) }
    for shapes in [
      [], [[1, 16, 64, 48]], [[1, 133, 384], [1, 133, 512]], [[17, 64, 48]], [[1, 17, 384], [1, 17, 500]],
      [[1, 16, 3]], [[2, 17, 3]], [[2, 17, 64, 48]], [[1, 17, 64, 48], [1, 17, 2]],
    ] as [[[Int]]] {
      #expect(PoseOutputs(shapes, size: size) == nil, "\(shapes)")
    }
  }

  /// PoseNet's largest cell and its offset, down first.
  @Test func anOffsetMapIsItsLargestCellMoved() throws {
    var logits = [Float](repeating: -4, count: 5 * 4)
    logits[2 * 5 + 3] = 2
    let down: [Float] = (0..<20).map { Float($0) / 10 }
    let across: [Float] = (0..<20).map { -Float($0) / 5 }
    var areShares = false
    let point = { (logits: [Float], across: [Float]) -> DecodedPoint? in
      logits.withUnsafeBufferPointer { a in
        down.withUnsafeBufferPointer { b in
          across.withUnsafeBufferPointer { c in
            OffsetMap.point(
              a[0..<20], areShares: areShares, down: b[0..<20], across: c[0..<20], width: 5, stride: [16, 16])
          }
        }
      }
    }
    let found = try #require(point(logits, across))
    let expected = Vector2(48 - 2.6, 32 + 1.3)
    #expect((found.place - expected).length < 1e-5)
    #expect(abs(found.score - 0.880_797) < 1e-6)
    areShares = true
    #expect(point(logits.map { $0 / 4 }, across)?.score == 0.5)
    for (size, cells) in [(257.0, 17.0), (256, 16), (513, 33), (225, 15)] {
      #expect(OffsetMap.stride([size, size], [cells, cells]) == [16, 16])
    }
    logits[1] = .nan
    #expect(point(logits, across) == nil)
    logits[1] = 0
    #expect(point(logits, across.map { _ in .nan }) == nil)
  }

  /// Into the crop and back, for boxes of any shape; corners of the padded box lie on the input's border.
  @Test func aCropIsTurnedBack() {
    var random = SeededGenerator(seed: 3)
    for isUnbiased in [false, true] {
      for _ in 0..<50 {
        let box = PersonBox(
          x: Double.random(in: 0...500, using: &random), y: Double.random(in: 0...500, using: &random),
          width: Double.random(in: 5...900, using: &random), height: Double.random(in: 5...900, using: &random))
        let crop = PictureCrop(box, size: [192, 256], padding: 1.25, isUnbiased: isUnbiased)
        let middle = crop.picture(isUnbiased ? [95.5, 127.5] : [96, 128])
        #expect((middle - Vector2(box.x + box.width / 2, box.y + box.height / 2)).length < 1e-9)
        let place = Vector2(
          Double.random(in: 0...192, using: &random), Double.random(in: 0...256, using: &random))
        #expect((crop.picture(place) * crop.scale + crop.shift - place).length < 1e-9)
        // The whole padded box is seen, and no axis is stretched.
        #expect(crop.scale.x * box.width * 1.25 <= 192 + 1e-9)
        #expect(crop.scale.y * box.height * 1.25 <= 256 + 1e-9)
        #expect(isUnbiased || abs(crop.scale.x - crop.scale.y) < 1e-12)
      }
    }
  }
}
