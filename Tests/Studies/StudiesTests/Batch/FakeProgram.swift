import Files
import Foundation
@testable import Studies
import TestSupport

/// A program that a batch runs in place of Calvaria: it writes a result at once, and keeps how it was called.
final class FakeProgram {
  private let temporary: TemporaryFolder

  /// - Parameters:
  ///   - result: the `result.json` that it writes.
  ///   - first: shell commands that it runs before anything else.
  init(result: String = SmallStudy.result(cvai: 5), first: String = "") throws {
    temporary = try TemporaryFolder()
    try Data(result.utf8).write(to: temporary.url.appendingPathComponent("result.json"))
    let script = #"""
      #!/bin/sh
      here=$(dirname "$0")
      job=$2
      of() { sed -n "s/^  \"$1\" : \"\(.*\)\",*$/\1/p" "$job"; }
      echo "$*" >> "$here/calls"
      cp "$job" "$here/job-$(wc -l < "$here/calls" | tr -d ' ')"
      \#(first)
      output=$(of output)
      if [ "$(of step)" = landmarks ]; then echo '{}' > "$output"; exit; fi
      mkdir -p "$output" && cp "$here/result.json" "$output/result.json"
      """#
    try Data(script.utf8).write(to: url)
    chmod(url.path, 0o755)
  }

  /// Where it lies.
  var path: String { url.path }

  private var url: URL { temporary.url.appendingPathComponent("program") }

  /// The words of the calls so far, a line each.
  var calls: [String] { text("calls").split(separator: "\n").map(String.init) }

  /// The jobs that were handed over, in the order of the calls.
  var jobs: [ScanJob] {
    get throws {
      try calls.indices.map {
        try JSONText.decode(
          ScanJob.self, from: try Data(contentsOf: temporary.url.appendingPathComponent("job-\($0 + 1)")))
      }
    }
  }

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
