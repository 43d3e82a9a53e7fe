import ArgumentParser
import Diagnostics
import ScanPipeline

/// How much is told on standard error while a verb works; errors always are.
struct NarrationOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Tell nothing but errors and notes: no narration, no progress. Results are printed.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Tell the version, what is read and the seconds of each stage.")
  var verbose = false

  func validate() throws {
    guard !(quiet && verbose) else {
      throw CallError.wrong(
        option: "--quiet, --verbose", expected: .phrase("one_of_them"), found: .phrase("both_of_them")
      ).refusal
    }
  }

  /// Tells something in passing.
  func tell(_ line: String) { if !quiet { Terminal.narrate(line) } }

  /// Tells where a verb wrote to.
  func tell(written path: String) { tell(Language.ofCall("narration.written", ["path": .text(path.printable())])) }

  /// Tells, to those who want to know, which program reads what.
  func begin(reading paths: String?...) { begin(reading: paths) }

  /// Tells, to those who want to know, which program reads these paths.
  func begin(reading paths: [String?]) {
    guard verbose else { return }
    Terminal.narrate("calvaria \(CalvariaVersion.current)")
    for path in paths.compactMap({ $0 }) {
      Terminal.narrate(Language.ofCall("narration.reads", ["path": .text(path.printable())]))
    }
  }

  /// With `--verbose`, tells which files were read, by their SHA-256.
  func tell(read digests: [String: String]) {
    guard verbose else { return }
    for (file, digest) in digests.sorted(by: { $0.key < $1.key }) {
      Terminal.narrate(
        Language.ofCall("narration.read", ["path": .text(file.printable()), "digest": .text(digest)]))
    }
  }

  /// Does a stage's work and, with `--verbose`, tells how long it took.
  func timed<Value>(_ stage: String, _ work: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    let value = try work()
    tell(stage, seconds: start.duration(to: .now).inSeconds)
    return value
  }

  /// Tells how long a stage took.
  func tell(_ stage: String, seconds: Double) {
    guard verbose else { return }
    let values: [String: FindingValue] = [
      "stage": .progress(stage), "seconds": .number(seconds, decimals: 2, unit: "s"),
    ]
    Terminal.narrate(Language.ofCall("narration.stage", values))
  }
}

extension FindingValue {
  /// The name of a stage of the work, by its key.
  static func progress(_ stage: String) -> FindingValue { .term(stage, of: "progress") }
}
