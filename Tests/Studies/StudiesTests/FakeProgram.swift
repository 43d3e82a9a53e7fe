import Foundation
@testable import Studies
import TestSupport

/// A program that a batch runs in place of Calvaria: it writes a result at once, and notes how it was called.
final class FakeProgram {
  private let temporary: TemporaryFolder

  /// - Parameters:
  ///   - result: the `result.json` that it writes.
  ///   - first: shell commands that it runs before anything else.
  init(result: String = SmallStudy.result(cvai: 5), first: String = "") throws {
    temporary = try TemporaryFolder()
    try Data(result.utf8).write(to: temporary.url.appendingPathComponent("result.json"))
    let script = """
      #!/bin/sh
      here=$(dirname "$0")
      echo "$*" >> "$here/calls"
      \(first)
      call=$5
      # A dash stands for no file, and standard input never ends.
      [ "$4" = - ] || cat "$4" >> "$here/stated"
      while [ $# -gt 0 ]; do [ "$1" = --output ] && output=$2; shift; done
      if [ "$call" = landmarks ]; then echo '{}' > "$output"; exit; fi
      mkdir -p "$output" && cp "$here/result.json" "$output/result.json"
      """
    try Data(script.utf8).write(to: url)
    chmod(url.path, 0o755)
  }

  /// Where it lies.
  var path: String { url.path }

  private var url: URL { temporary.url.appendingPathComponent("program") }

  /// The calls so far, a line each; and what was handed over beside them.
  var calls: [String] { text("calls").split(separator: "\n").map(String.init) }
  var stated: String { text("stated") }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: temporary.url.appendingPathComponent(name), encoding: .utf8)) ?? ""
  }

  /// A batch over a dataset.
  func batch(
    _ dataset: DatasetFolder, to study: StudyFolder, isStored: Bool = true, limits: ProcessLimits = ProcessLimits()
  ) throws -> Batch {
    var options = BatchOptions(program: url.path, version: "0.1.0")
    options.limits = limits
    return Batch(try dataset.read().scans, in: study, store: isStored ? try StudyStore(study) : nil, options)
  }
}
