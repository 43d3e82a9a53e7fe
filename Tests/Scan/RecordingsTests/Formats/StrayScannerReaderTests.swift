import Diagnostics
import Foundation
import Testing

@testable import Recordings

/// The table of times and poses that Stray Scanner writes.
@Suite struct StrayOdometryTests {
  private func read(_ rows: [String]) throws -> StrayOdometry {
    let small = try SmallRecording()
    let header = "timestamp, frame, x, y, z, qx, qy, qz, qw"
    try small.write("odometry.csv", ([header] + rows).joined(separator: "\n"))
    return try StrayOdometry(RecordingFolder(checking: small.folder), "odometry.csv")
  }

  @Test func aBadRowIsNamedByItsLine() throws {
    let sound = ["0.5, 7, 0, 0, 0, 0, 0, 0, 1", "0.6, 8, 0, 0, 0, 0, 0, 0, 1"]
    #expect(try read(sound).rows.map(\.frame) == [7, 8])
    for (row, expected, found) in [
      ("0.7, -1, 0, 0, 0, 0, 0, 0, 1", "odometry_row", FindingValue.count(9)),
      ("0.7, 9, 0, 0, 0, 0, zero, 0, 1", "row_of_numbers", .quoted("0.7, 9, 0, 0, 0, 0, zero, 0, 1")),
    ] {
      let error = #expect(throws: RecordingError.self) { try read(sound + [row]) }
      #expect(error == .badIndex(file: "odometry.csv", line: 4, expected: .phrase(expected), found: found))
    }
  }
}
