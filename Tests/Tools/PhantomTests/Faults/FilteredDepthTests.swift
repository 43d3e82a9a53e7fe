import Geometry
import Testing

@testable import Phantom

@Suite struct FilteredDepthTests {
  private func filter(_ faults: PhantomFault...) throws -> FilteredDepth {
    FilteredDepth(try FaultPlan(faults, duration: 10))
  }

  @Test func nothingIsDoneUnasked() throws {
    let codes: [UInt16] = [0, 1500, 0, 1520, 0, 0]
    #expect(try filter().codes([codes], width: 3) == codes)
  }

  @Test func holesBecomeRampsUpToAWidth() throws {
    let filter = try filter(PhantomFault(.depthFilled, amount: 2))
    let row: [UInt16] = [0, 1000, 0, 0, 1300, 0, 0, 0, 1000, 0]
    #expect(filter.codes([row], width: 10) == [0, 1000, 1100, 1200, 1300, 0, 0, 0, 1000, 0])
    #expect(filter.codes([[1000, 0, 1400]], width: 1) == [1000, 1200, 1400])
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
}
