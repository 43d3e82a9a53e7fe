import Diagnostics
import Recordings
import Testing

@testable import Markers
@testable import ScanPipeline

/// Whether frames can be reconstructed.
@Suite struct InspectionVerdictTests {
  /// Two markers in the best frame are enough, however few the others show.
  @Test(arguments: [([[1, 2, 3, 4, 5, 6, 7, 8], [1]], true), ([[1], [2], [3], [4]], false)])
  func theBestFrameDecides(ids: [[Int]], isFit: Bool) throws {
    let painted = try PaintedRecording(4, width: 40, height: 30) { _, _, _ in (90, 90, 90) }
    let verdict = InspectionVerdict(
      SeenMarkers.frames(ids), painted.recording, cap: SeenMarkers.cap(Set(1...8)), findings: [], StageOptions())
    #expect(verdict.frames == ids.count)
    #expect(verdict.obstacles.map(\.code) == (isFit ? [] : [ErrorCode.trackingTooFewMarkers.rawValue]))
  }
}
