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
    guard !(quiet && verbose) else { throw ValidationError("--quiet, --verbose: expected one of them, found both") }
  }

  /// Tells something in passing.
  func tell(_ line: String) { if !quiet { Terminal.narrate(line) } }

  /// With `--verbose`, tells which program reads what.
  func begin(reading paths: String?...) {
    guard verbose else { return }
    Terminal.narrate("calvaria \(CalvariaVersion.current)")
    for path in paths.compactMap({ $0 }) { Terminal.narrate("reads \(path.printable())") }
  }

  /// With `--verbose`, tells which files were read, by their SHA-256.
  func tell(read digests: [String: String]) {
    guard verbose else { return }
    for (file, digest) in digests.sorted(by: { $0.key < $1.key }) {
      Terminal.narrate("read \(file.printable()), SHA-256 \(digest)")
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
    Terminal.narrate("\(stage): \(seconds.formatted(.number.precision(.fractionLength(2)))) s")
  }
}
