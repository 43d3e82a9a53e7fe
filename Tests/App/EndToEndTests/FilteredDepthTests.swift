import Foundation
import Recordings
import TestSupport
import Testing

/// The sample recording as filters would have left it.
@Suite struct FilteredDepthTests {
  private static let sample = Result<URL, any Error> {
    SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")
  }

  /// The sample with every depth image changed, row by row, as codes; 0 is a hole.
  private static func workspace(_ filter: (inout [UInt16], _ width: Int) -> Void) throws -> Workspace {
    let workspace = try Workspace(sample)
    for name in try workspace.images("depth") {
      let image = try ImageFile.depthCodes(workspace.read(name))
      var codes = image.pixels
      filter(&codes, image.width)
      try workspace.write(name, ImageFile.png(depthCodes: codes, width: image.width, height: image.height))
    }
    return workspace
  }

  private static func reconstructed(_ workspace: Workspace) throws -> (status: Int32, result: ResultFile) {
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    return (outcome.status, try ResultFile(outcome.stdout))
  }

  @Test func filledHolesAreNamedAndWiden() throws {
    let filled = try Self.workspace { codes, width in
      for row in stride(from: 0, to: codes.count, by: width) {
        let valid = (row..<(row + width)).filter { codes[$0] > 0 }
        for (a, b) in zip(valid, valid.dropFirst()) where b > a + 1 {
          for i in (a + 1)..<b {
            codes[i] = UInt16(Int(codes[a]) + (Int(codes[b]) - Int(codes[a])) * (i - a) / (b - a))
          }
        }
      }
    }
    let plain = try Self.reconstructed(try Workspace(Self.sample))
    #expect(plain.status == 0)
    #expect(try !plain.result.findings.contains { $0.stage == "depth" })
    #expect(!plain.result.has("calibration.surface_errors.depth_filter"))
    let (status, result) = try Self.reconstructed(filled)
    #expect(status == 0)
    let finding = try #require(try result.findings.first { $0.code == "depth.holes_filled" })
    #expect(finding.severity == "note" && finding.figure("bridged")! > 0.05 * finding.figure("outlines")!)
    // Ramps were left out: the head is the same within what the intervals are widened by.
    for (measure, change) in [("cvai", 0.1), ("cranial_index", 0.06), ("length", 0.1), ("circumference", 0.25)] {
      let value = { (file: ResultFile) in try #require(file["measures.\(measure).value"] as? Double) }
      #expect(try abs(value(result) - value(plain.result)) < change, "\(measure)")
    }
    let added = try #require(result["calibration.surface_errors.depth_filter.length"] as? Double)
    #expect(abs(added - 0.1 / 1.959964) < 1e-9)
    // `info` says so before.
    let info = try ResultFile(try Command.run("info", filled.recording.path, "--json").stdout)
    #expect(try info.findings.contains { $0.code == "depth.holes_filled" })
  }

  @Test func anAverageInTimeWithholdsEverything() throws {
    var last: [UInt16] = []
    let averaged = try Self.workspace { codes, _ in
      if !last.isEmpty {
        for i in codes.indices where codes[i] > 0 && last[i] > 0 && abs(Int(codes[i]) - Int(last[i])) < 100 {
          codes[i] = UInt16((Int(codes[i]) + Int(last[i]) + 1) / 2)
        }
      }
      last = codes
    }
    let (status, result) = try Self.reconstructed(averaged)
    #expect(status == 2)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.length.value"] == nil)
    // Poses and landmarks suffer too; it is the root of all that.
    let finding = try #require(try result.findings.first)
    #expect(finding.code == "depth.temporal_filter")
    #expect(finding.severity == "withheld")
    #expect(finding.figure("correlation")! > 0.075)
    #expect(finding.measures?.contains("cvai") == true)
    #expect(try result.findings.count { $0.code == finding.code } == 1, "told once")
  }
}
