import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Recorders' files with bytes changed or cut off: each is read, or refused with a reason.
///
/// `CALVARIA_MUTANTS=20000` tries as many of each, `CALVARIA_SEED` begins elsewhere.
@Suite(.slow) struct DamagedRecordingTests {
  private static let mutants = DamagedFile.setting("CALVARIA_MUTANTS", 40)
  private static let firstSeed = DamagedFile.setting("CALVARIA_SEED", 1)

  @Test(arguments: RecorderSample.allCases) func damageIsReadOrRefused(sample: RecorderSample) throws {
    let small = try sample.copy()
    let files = try FileManager.default.subpathsOfDirectory(atPath: small.folder.path).sorted()
      .filter { $0.contains(".") && $0 != "cap.yaml" }
    let contents = try files.map { try Data(contentsOf: small.folder.appendingPathComponent($0)) }
    var (read, refused) = (0, 0)
    for seed in Self.firstSeed..<(Self.firstSeed + Self.mutants) {
      var random = SeededGenerator(seed: UInt64(seed))
      let file = Int.random(in: files.indices, using: &random)
      try small.write(files[file], DamagedFile.damaged(contents[file], &random))
      defer { try? small.write(files[file], contents[file]) }
      do throws(RecordingError) {
        try Recording.readingAll(small.folder, sample.format)
        if seed.isMultiple(of: 8) { _ = try Recording.open(small.folder).summary() }
        read += 1
      } catch {
        #expect(!error.subject.isEmpty, "\(sample), seed \(seed)")
        #expect(!error.problem.isEmpty, "\(sample), seed \(seed)")
        refused += 1
      }
    }
    Self.tell(sample, read, refused)
  }

  /// The entries of an archive damaged before they are packed, so that no checksum tells.
  @Test(arguments: [RecorderSample.r3d, .lidar]) func damageWithinAnArchiveIsReadOrRefused(sample: RecorderSample)
    throws
  {
    let small = try sample.copy()
    let sound = try SmallR3D(small)
    var (read, refused) = (0, 0)
    for seed in Self.firstSeed..<(Self.firstSeed + Self.mutants) {
      var random = SeededGenerator(seed: UInt64(seed))
      var spoilt = sound
      let entry = sound.zip.entries[Int.random(in: sound.zip.entries.indices, using: &random)]
      spoilt[entry.name] = Array(DamagedFile.damaged(Data(entry.content), &random))
      try spoilt.write(small)
      do throws(RecordingError) {
        try Recording.readingAll(small.folder, .record3d)
        read += 1
      } catch {
        #expect(!error.subject.isEmpty, "\(sample), seed \(seed)")
        #expect(!error.problem.isEmpty, "\(sample), seed \(seed)")
        refused += 1
      }
    }
    Self.tell(sample, read, refused)
  }

  private static func tell(_ sample: RecorderSample, _ read: Int, _ refused: Int) {
    let said = "\(sample): \(read) read, \(refused) refused from seed \(firstSeed)"
    if mutants > 40 { print(said) }
    #expect(read > 0, "\(said)")
    #expect(refused > 0, "\(said)")
  }
}
