import Files
import Foundation
import Testing

@testable import Studies

/// What becomes of scans by how their programs end, and how a batch goes about them.
@Suite struct ScanRunTests {
  private let dataset: DatasetFolder
  private let study: StudyFolder

  init() throws {
    dataset = try DatasetFolder(["sub-01/scan-1.ply": "a", "sub-02/scan-1.ply": "bb", "sub-03/scan-1.ply": "ccc"])
    study = try StudyFolder(at: dataset.beside("study"))
  }

  @Test func aResultWithoutItsIndexIsWithheldWithItsReason() throws {
    let program = try FakeProgram(result: SmallStudy.result(cvai: nil))
    let outcomes = try program.batch(dataset, to: study).run().outcomes
    #expect(outcomes.map(\.status) == [.withheld, .withheld, .withheld])
    #expect(outcomes.allSatisfy { $0.code == "section.gap" })
    #expect(outcomes.allSatisfy { $0.exitCode == 0 && $0.result != nil })
  }

  /// The search for landmarks and the measurement are two programs: their times are added, and the larger one's memory counts.
  @Test func bothStepsCountTogether() throws {
    let program = try FakeProgram(
      first: #"""
        if [ "$(of step)" = landmarks ]; then
          echo '{}' > "$(of output)"
          exec python3 -c 'import time; a = bytearray(100_000_000); time.sleep(0.25)'
        fi
        sleep 0.2
        """#)
    let options = BatchOptions(program: program.path, version: "0.1.0")
    let scan = try #require(try dataset.read().scans.first)
    let outcome = try #require(try Batch([scan], in: study, store: nil, options).run().outcomes.first)
    #expect(outcome.status == .complete)
    #expect((outcome.seconds ?? 0) >= 0.45)
    #expect((95...900).contains(outcome.peakMemoryMb ?? 0), "\(outcome.peakMemoryMb as Any)")
  }

  @Test func theLimitIsToldInMegabytes() throws {
    let program = try FakeProgram(first: "echo 'LLVM ERROR: out of memory' >&2; exit 1")
    let limits = ProcessLimits(memory: 2_500_000_000)
    let outcome = try #require(try program.batch(dataset, to: study, limits: limits).run().outcomes.first)
    #expect(outcome.code == "batch.memory_limit")
    #expect(outcome.reason?.matches(of: /\b2500\b/).count == 1, "\(outcome.reason as Any)")
  }

  @Test func onlyWhatFailedIsTriedAgain() throws {
    let program = try FakeProgram(first: "case \"$*\" in *sub-02*) exit 7;; esac")
    let summary = try program.batch(dataset, to: study).run()
    #expect(summary.outcomes.map(\.status) == [.complete, .failed, .complete])
    #expect(!summary.isComplete)
    var options = BatchOptions(program: program.path, version: "0.1.0")
    let plans = { (options: BatchOptions) in
      try Batch(dataset.read().scans, in: study, store: nil, options).plan().map { $0.plan }
    }
    #expect(try plans(options) == summary.outcomes.map { .known($0) })
    options.retriesFailed = true
    #expect(try plans(options) == [.known(summary.outcomes[0]), .retry, .known(summary.outcomes[2])])
    let words = try JSONSerialization.jsonObject(
      with: Batch.json(Batch(dataset.read().scans, in: study, store: nil, options).plan()))
    #expect((words as? [[String: String]])?.map { $0["plan"] } == ["known", "retry", "known"])
  }

  /// Two that were measured make a rate; what was known, and what failed, makes none.
  @Test func theRateIsOfWhatWasMeasured() throws {
    let program = try FakeProgram(first: "case \"$*\" in *sub-02*) exit 7;; esac")
    #expect(try program.batch(dataset, to: study).run().scansAnHour != nil)
    #expect(try program.batch(dataset, to: study).run().scansAnHour == nil)
    let one = try FakeProgram(first: "case \"$*\" in *sub-02*|*sub-03*) exit 7;; esac")
    let other = try StudyFolder(at: dataset.beside("other"))
    #expect(try one.batch(dataset, to: other).run().scansAnHour == nil)
  }

  @Test func oneJobIsOneScanAtATime() throws {
    let (busy, together) = (dataset.beside("busy").path, dataset.beside("together").path)
    let program = try FakeProgram(
      first: "mkdir '\(busy)' 2>/dev/null || touch '\(together)'; sleep 0.03; rmdir '\(busy)' 2>/dev/null")
    _ = try program.batch(dataset, to: study).run()
    #expect(program.calls.count == 6)
    #expect(!FileManager.default.fileExists(atPath: together))
  }

  /// Norms in a file beside the scans are an input, unless others are named for all.
  @Test func normsBesideAScanAreAnInput() throws {
    let scan = try #require(try dataset.read().scans.first)
    var options = BatchOptions(program: "/bin/false", version: "0.1.0")
    let inputs = { (options: BatchOptions) in ScanDependencies(scan, study.folder(of: scan.name), options) }
    let before = inputs(options).key
    #expect(inputs(options).digests["norms"] == nil)
    try dataset.write("sub-01/norms.txt", "norms")
    #expect(inputs(options).digests["norms"] == Checksum.sha256(Array("norms".utf8)))
    #expect(inputs(options).key != before)
    options.settings.norms = "cdc-2000"
    #expect(inputs(options).digests["norms"] == nil)
  }

  /// /proc/self/mem can be listed but not read from its beginning, like a file on a failing disk. The stand-in program never reads
  /// it, and the scan must not be complete; nor must one that is not there.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem"), "Linux only"),
    arguments: [
      ("/proc/self/mem", "dataset.unreadable", "recording.missing"), ("gone", "dataset.missing_file", "sub-04.ply"),
    ])
  func whatHasNoDigestIsNotMeasured(leadsTo place: String, code: String, said: String) throws {
    let mesh = dataset.url.appending(path: "sub-04.ply")
    try FileManager.default.createSymbolicLink(atPath: mesh.path, withDestinationPath: place)
    let scan = DatasetScan(name: "sub-04", source: "sub-04.ply", url: mesh, kind: .mesh)
    let program = try FakeProgram()
    let options = BatchOptions(program: program.path, version: "0.1.0")
    let inputs = ScanDependencies(scan, study.folder(of: scan.name), options)
    #expect(inputs.content == nil)
    #expect(inputs.digests == [:])
    #expect(inputs.fault?.code.rawValue == code)
    let outcome = try #require(try Batch([scan], in: study, store: nil, options).run().outcomes.first)
    #expect(outcome.status == .failed)
    #expect(outcome.code == code)
    #expect(outcome.reason?.contains(said) == true, "\(outcome.reason as Any)")
  }

  /// Age and sex are stated together or not at all, and hair of the scan only where the batch has none for all.
  @Test func whatIsStatedBesideTheSettings() throws {
    var scan = try #require(try dataset.read().scans.first)
    var settings = ScanSettings()
    let stated = { (scan: DatasetScan, settings: ScanSettings) in
      let found = scan.description(beside: settings)
      return [found.ageMonths, found.sex == nil ? nil : 1, found.gestationWeeks, found.hairMm]
    }
    (scan.description.ageMonths, scan.description.gestationWeeks, scan.description.hairMm) = (5, 38, 2)
    #expect(stated(scan, settings) == [nil, nil, nil, 2])
    scan.description.sex = "female"
    #expect(stated(scan, settings) == [5, 1, 38, 2])
    scan.description.ageMonths = nil
    #expect(stated(scan, settings) == [nil, nil, nil, 2])
    settings.hairMm = 3
    #expect(stated(scan, settings) == [nil, nil, nil, nil])
  }
}
