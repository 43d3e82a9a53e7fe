import Foundation
import Geometry
import Testing

@testable import Movement

/// What the outputs of a pose model mean.
@Suite struct PoseOutputsTests {
  private func peak(_ values: [Float], width: Int) -> DecodedPoint? {
    values.withUnsafeBufferPointer { HeatMap($0, width: width, height: values.count / width).peak }
  }

  /// A Gaussian with one deviation along an axis and another across it; the axis is turned against the rows, in radians.
  private func gaussian(
    _ centre: Vector2, width: Int, height: Int, sigma: Double, long: Double? = nil, turn: Double = 0
  ) -> [Float] {
    let (axis, across) = (Vector2(cos(turn), sin(turn)), Vector2(-sin(turn), cos(turn)))
    return (0..<(width * height)).map { i in
      let way = Vector2(Double(i % width), Double(i / width)) - centre
      let (u, v) = (way.dot(axis) / (long ?? sigma), way.dot(across) / sigma)
      return Float(0.9 * exp(-(u * u + v * v) / 2))
    }
  }

  /// A Gaussian is found to hundredths of a cell, wherever its centre lies, round or long; the method is exact for one
  /// without borders.
  @Test func aGaussianIsFoundBetweenCells() throws {
    var random = SeededGenerator(seed: 12)
    var worst = 0.0
    for i in 0..<200 {
      let centre = Vector2(
        Double.random(in: 16...32, using: &random), Double.random(in: 16...48, using: &random))
      let (long, turn) = i % 2 == 0 ? (2.0, 0.0) : (3.0, Double.random(in: -1.3...1.3, using: &random))
      let map = gaussian(centre, width: 48, height: 64, sigma: i % 2 == 0 ? 2 : 1.5, long: long, turn: turn)
      let found = try #require(peak(map, width: 48))
      worst = max(worst, (found.place - centre).length)
      #expect(found.score > 0.7)
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
    #expect(peak(gaussian([0, 0], width: 48, height: 64, sigma: 2), width: 48)?.place == [0, 0])
  }

  /// One cell stands out beside a Gaussian: the peak is moved onto that of the Gaussian, but by a cell at most.
  @Test func aPeakFartherThanACellIsLeftInItsCell() throws {
    for (away, isRefined) in [(21, true), (22, false)] {
      var map = gaussian([20.3, 30], width: 48, height: 64, sigma: 2)
      map[30 * 48 + away] = 1
      let across = try #require(peak(map, width: 48)).place
      map = gaussian([30, 20.3], width: 48, height: 64, sigma: 2)
      map[away * 48 + 30] = 1
      let down = try #require(peak(map, width: 48)).place
      for (along, beside) in [(across.x, across.y), (down.y, down.x)] {
        #expect(abs(along - (isRefined ? 20.3 : 22)) < 0.05)
        #expect(abs(beside - 30) < 1e-9)
      }
    }
  }

  /// Two cells alone are two bells of a deviation of 2 cells when they are smoothed, which is exp(−d²/8) (1 + w exp((6d
  /// − 9)/8)) for one of w, three cells beside the larger one; the place is one step of Newton's method to its peak.
  @Test func mapsAreSmoothedByABellOfTwoCells() throws {
    let bell = { (d: Double) in log(1 + 0.4 * exp((6 * d - 9) / 8)) - d * d / 8 }
    let step = -(bell(1) - bell(-1)) / 2 / ((bell(2) - 2 * bell(0) + bell(-2)) / 4)
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      var map = [Float](repeating: 0, count: 48 * 64)
      map[30 * 48 + 20] = 1
      map[(30 + 3 * dy) * 48 + 20 + 3 * dx] = 0.4
      let found = try #require(peak(map, width: 48)).place
      #expect((found - Vector2(20 + step * Double(dx), 30 + step * Double(dy))).length < 1e-6)
    }
  }

  /// A model may have other units: a peak beside values below 0 lies where it does in a map of 1024 times the values.
  @Test func theScaleOfAMapDoesNotMoveItsPeak() throws {
    var map = gaussian([20.3, 30], width: 48, height: 64, sigma: 2)
    for y in 0..<64 { map[y * 48 + 23] = -3 }
    let found = try #require(peak(map, width: 48)).place
    #expect(found.x != 20)
    #expect((found - (try #require(peak(map.map { $0 * 1024 }, width: 48)).place)).length < 1e-9)
  }

  /// Cells farther than the smoothing reaches don't count, nor those of other rows and maps that are next in memory.
  @Test func whatLiesFarFromAPeakDoesNotMoveIt() {
    let (width, height) = (48, 64)
    for (x, y) in [(2, 30), (45, 30), (20, 2), (20, 61)] {
      let map = gaussian([Double(x) + 0.3, Double(y) - 0.2], width: width, height: height, sigma: 2)
      let places = ([0, 0.8] as [Float]).map { fill -> Vector2? in
        let own = map.indices.map { max(abs($0 % width - x), abs($0 / width - y)) > 7 ? fill : map[$0] }
        let other = [Float](repeating: fill, count: map.count)
        return (other + own + other).withUnsafeBufferPointer {
          let part = UnsafeBufferPointer(rebasing: $0[map.count..<(2 * map.count)])
          return HeatMap(part, width: width, height: height).peak?.place
        }
      }
      #expect(places[0] != nil)
      #expect(places[0] == places[1], "\(x), \(y)")
    }
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
      (down + logits + across + down).withUnsafeBufferPointer {
        OffsetMap.point(
          $0[20..<40], areShares: areShares, down: $0[60..<80], across: $0[40..<60], width: 5, stride: [16, 8])
      }
    }
    let found = try #require(point(logits, across))
    let expected = Vector2(48 - 2.6, 16 + 1.3)
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
