import Geometry
import Testing

@testable import PointClouds

/// What is done to eight numbers at once, against the same done to one after the other.
@Suite struct LanesTests {
  private static func random(_ random: inout SeededGenerator) -> Lanes {
    var lanes = Lanes.zero
    for k in 0..<8 { lanes[k] = Float(random.normal()) }
    return lanes
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func lanesAgreeWithScalars(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b) = (Self.random(&random), Self.random(&random))
    let values = (0..<8).map { a[$0] }
    #expect(a.least == values.min(), "seed \(seed)")
    #expect(a.greatest == values.max(), "seed \(seed)")
    #expect(a.lowHalf.least == values.prefix(4).min(), "seed \(seed)")
    #expect(a.lowHalf.greatest == values.prefix(4).max(), "seed \(seed)")
    for k in 0..<8 {
      #expect(a.clamped(below: b)[k] == min(a[k], b[k]), "seed \(seed)")
      #expect(a.clamped(above: b)[k] == max(a[k], b[k]), "seed \(seed)")
      #expect(a.magnitude[k] == abs(a[k]) && a.kept(where: a .> b)[k] == (a[k] > b[k] ? a[k] : 0), "seed \(seed)")
    }
    #expect((a .> 100).isNowhere, "seed \(seed)")
    #expect(!(a .>= a.greatest).isNowhere, "seed \(seed)")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func cellsSumTheirValidPixels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<2).map { _ in
      (0..<16).map { _ in random.uniform() < 0.3 ? Float.nan : Float(0.2 + 0.3 * random.uniform()) }
    }
    var (above, below) = (lines[0], lines[1])
    let quads = above.withUnsafeMutableBufferPointer { upper in
      below.withUnsafeMutableBufferPointer { PixelQuads(upper.baseAddress!, $0.baseAddress!) }
    }
    for cell in 0..<8 {
      let pixels = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (x: $0, y: $1, z: lines[$1][2 * cell + $0]) }
      let valid = pixels.filter { $0.z > 0 }
      let near = valid.map(\.z).min() ?? .infinity
      #expect(quads.all.count[cell] == Float(valid.count) && quads.all.near[cell] == near, "seed \(seed)")
      #expect(abs(quads.all.inverse[cell] - valid.reduce(0) { $0 + 1 / $1.z }) < 1e-5, "seed \(seed)")
      // Pixels lie a quarter of a cell from its middle.
      #expect(quads.across[cell] == valid.reduce(0) { $0 + (Float($1.x) - 0.5) / 2 }, "seed \(seed)")
      #expect(quads.down[cell] == valid.reduce(0) { $0 + (Float($1.y) - 0.5) / 2 }, "seed \(seed)")
    }
  }

  /// It ends within the image.
  private static let field = DepthField(
    [0.001, -0.0004, 0.0007, 0.0003, -0.0006], columns: -0.7...0.8, rows: -0.9...0.6)

  /// Eight cells or the last of a row are written, and nothing else.
  @Test(arguments: [8, 9, 5, 1]) func asManyCellsAreWrittenAsThereAre(_ count: Int) {
    var written = WrittenCells(cells: 24, nearest: [7, 7], farthest: [7, 7])
    let cells = CellLanes(near: Lanes(1, 2, 3, 4, 5, 6, 7, 8), isInside: SIMDMask(repeating: true), clearance: 0.5)
    written.write { output in
      output.put(8, cells, count: count)
      output.widen(1, 6, 8)
      output.widen(1, 6.5, 7.5)
    }
    for place in 0..<24 {
      let lane = place - 8
      let isWritten = lane >= 0 && lane < min(count, 8)
      // Half a metre before each of the depths.
      let front = Float(lane + 1) - 0.5
      #expect(written.planes[place] == (isWritten ? [0, 0, -1e6, -1e6 * front] : SIMD4(repeating: 7)), "\(place)")
      #expect(written.weights[place] == (isWritten ? -1 : 7), "\(place)")
      #expect(abs(written.reaches[place] - (isWritten ? 1.0001 * front : 7)) < 1e-5, "\(place)")
    }
    #expect(written.nearest == [7, 6] && written.farthest == [7, 8])
  }

  @Test(arguments: [CellLayout.single, .double]) func cellsAreCorrectedAsTheirMiddlesAre(layout: CellLayout) {
    let correction = DepthCorrection(scale: 1.004, field: Self.field)
    let (width, height) = (64, 48)
    let camera = Camera(width: width, height: height, fx: 60, fy: 60, cx: 31.5, cy: 23.5)
    let crop = ImageCrop(of: camera, width: width, height: height, around: .zero, 1)
    let cells = CellCorrection(correction, crop, layout, width: width, height: height)
    let n = Double(layout.binning)
    for y in 0..<(height / layout.binning) {
      let row = cells.row(y)
      for x in stride(from: 0, to: width / layout.binning, by: 8) {
        let depth = row.corrected(Lanes(repeating: 0.3), row.offsets(x))
        for k in 0..<8 {
          let middle = Vector2(n * Double(x + k) + (n - 1) / 2, n * Double(y) + (n - 1) / 2)
          let expected = correction.corrected(0.3, at: middle, width: width, height: height)
          #expect(abs(Double(depth[k]) - expected) < 1e-6)
        }
      }
    }
  }
}
