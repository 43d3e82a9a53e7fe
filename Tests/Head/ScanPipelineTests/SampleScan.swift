import Foundation
import Reports
import TestSupport

@testable import ScanPipeline

/// The project's sample recording of 60 frames, reconstructed and measured once for all tests: coarsely and with few draws.
enum SampleScan {
  static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")

  static let scan = Result {
    var options = ScanOptions(recording: folder)
    options.stages.reconstruction.voxelSize = 0.002
    options.stages.analysis.intervals.draws = 20
    return try ScanPipeline(options).run()
  }

  private static let written = Result { try scan.get().files() }

  /// What `result.json` holds.
  static func result() throws -> ScanResult { try written.get().result }

  /// The content of a file of the result.
  static func file(_ name: String) throws -> Data? { try written.get().files.first { $0.name == name }?.content }

  /// Writes the result into a folder.
  static func write(to folder: URL) throws {
    for (name, content) in try written.get().files { try content.write(to: folder.appendingPathComponent(name)) }
  }
}
