import Foundation
import Testing

@testable import ScanPipeline

/// What a scan that is compared is called.
struct ComparedScanTests {
  @Test(arguments: [
    ("/lab/visit1", "visit1"), ("/study/scans/sub-01_scan-1/result", "sub-01_scan-1"), ("/lab/head.ply", "head.ply"),
    ("/lab/results", "results"),
  ]) func aResultOfAStudyIsCalledAsItsScan(path: String, name: String) {
    #expect(ComparedInput(URL(filePath: path)).name == name)
  }
}
