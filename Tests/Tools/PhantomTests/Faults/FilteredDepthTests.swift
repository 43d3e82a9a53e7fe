import Geometry
import Testing

@testable import Phantom

@Suite struct FilteredDepthTests {
  private func filter(_ faults: PhantomFault...) throws -> FilteredDepth {
    FilteredDepth(try FaultPlan(faults, duration: 10))
  }

  @Test func nothingIsDoneUnasked() throws {
    let codes: [UInt16] = [1500, 0, 1510, 1520, 0, 0]
    #expect(try filter().codes([codes], width: 3) == codes && filter().earlierShare == 0)
  }

  @Test func holesBecomeRampsUpToAWidth() throws {
    let filter = try filter(PhantomFault(.depthFilled, amount: 2))
    let row: [UInt16] = [0, 1000, 0, 0, 1300, 0, 0, 0, 1000, 0]
    #expect(filter.codes([row], width: 10) == [0, 1000, 1100, 1200, 1300, 0, 0, 0, 1000, 0])
    #expect(filter.codes([[1000, 0, 1400]], width: 1) == [1000, 1200, 1400])
    #expect(filter.codes([[1, 0, 5]], width: 3) == [1, 3, 5])
  }

  @Test func smoothingAveragesASurfaceAndKeepsAnEdge() throws {
    let filter = try filter(PhantomFault(.depthSmoothed, amount: 1))
    #expect(filter.codes([[1000, 1030, 1060, 3000, 3030, 0]], width: 6) == [1015, 1030, 1045, 3015, 3015, 0])
  }

  @Test func anAverageInTimeTrailsBehind() throws {
    let filter = try filter(PhantomFault(.depthTemporal, amount: 60))
    let frames: [[UInt16]] = [[1000, 1000, 1000], [1000, 0, 1000], [1050, 1050, 1500]]
    // 0.4 · 1050 + 0.6 · 1000; a hole keeps what was there before; a jump is not averaged.
    #expect(filter.codes(frames, width: 3) == [1020, 1020, 1500])
    #expect(filter.earlierShare == 0.6)
  }

  /// Each pixel is the mean of those within reach along both axes that have a depth and differ by at most 100 codes.
  @Test(arguments: [1, 2]) func smoothingReachesAlongBothAxes(radius: Int) throws {
    let filter = try filter(PhantomFault(.depthSmoothed, amount: Double(radius)))
    var random = SeededGenerator(seed: UInt64(radius))
    let (width, height) = (7, 5)
    let codes = (0..<(width * height)).map { _ in
      [0, 1000, 1060, 1100, 1170, 2000].randomElement(using: &random)! as UInt16
    }
    let found = filter.codes([codes], width: width)
    for y in 0..<height {
      for x in 0..<width {
        let own = Int(codes[y * width + x])
        let near = codes.indices.filter { abs($0 % width - x) <= radius && abs($0 / width - y) <= radius }
          .map { Int(codes[$0]) }.filter { $0 > 0 && abs($0 - own) <= 100 }
        let mean = own == 0 ? 0 : Double(near.reduce(0, +)) / Double(near.count)
        #expect(Double(found[y * width + x]) == mean.rounded(), "\(x) \(y), seed \(radius)")
      }
    }
  }

  /// Holes are filled along rows, then along columns; a row of holes between two rows that have depth is a ramp down.
  @Test func holesAreFilledAlongBothAxes() throws {
    let filter = try filter(PhantomFault(.depthFilled, amount: 1))
    let codes: [UInt16] = [1000, 0, 1200, 0, 0, 0, 1400, 1500, 1600]
    #expect(filter.codes([codes], width: 3) == [1000, 1100, 1200, 1200, 1300, 1400, 1400, 1500, 1600])
    // Not in the first line of the image, nor from its first pixel on.
    let row: [UInt16] = [0, 0, 0, 0, 0, 1000, 0, 1200, 0, 0, 0, 0]
    #expect(filter.codes([row], width: 4) == row.enumerated().map { $0.offset == 6 ? 1100 : $0.element })
    let column: [UInt16] = [0, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 0, 1200]
    #expect(filter.codes([column], width: 3) == column.enumerated().map { $0.offset == 8 ? 1100 : $0.element })
  }
}
