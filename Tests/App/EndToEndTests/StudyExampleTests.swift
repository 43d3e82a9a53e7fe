import Foundation
import TestSupport
import Testing

/// Docs/examples/study, run on a small study by the system's Python.
@Suite struct StudyExampleTests {
  private static let python = URL(fileURLWithPath: "/usr/bin/python3")

  private static let hasPandas: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python.path) else { return false }
    return (try? Running(["-c", "import pandas"], of: python).outcome().status) == 0
  }()

  @Test(.enabled(if: hasPandas, "needs python3-pandas, which is absent here"))
  func pandasCountsEveryScanAndFindsTheSameRepeatability() throws {
    let dataset = try Self.dataset()
    _ = try Command.run(dataset.batch("--jobs", "2"))
    let study = dataset.study.path
    let (long, wide) = (dataset.beside("measurements.csv").path, dataset.beside("wide.csv").path)
    // Measured by another protocol too: no scan may count twice.
    _ = try Command.run("study", "remeasure", study, "--protocol", "diagonals-at-40")
    #expect(try Command.run("study", "export", study, "--output", long).status == 0)
    #expect(try Command.run("study", "export", study, "--wide", "--output", wide).status == 0)

    let script = SharedMaterial.packageRoot.appendingPathComponent("Docs/examples/study/read_study.py")
    let read = try Running([script.path, study, long, wide], of: Self.python).outcome()
    #expect(read.status == 0, Comment(rawValue: read.narration))
    #expect(read.text.contains("7 scans of 3 children: 6 with a CVAI, 1 without\n"), Comment(rawValue: read.text))
    let code = try #require(dataset.outcome("sub-001_ses-2_scan-6")["code"] as? String)
    #expect(read.text.contains("\(code)  1\n"), Comment(rawValue: read.text))
    #expect(read.text.contains("repeats: 4 scans of 2 sessions\n"), Comment(rawValue: read.text))
    for reason in ["without a CVAI", "without a subject", "alone in their session"] {
      #expect(read.text.contains("left out: \(reason)  1\n"), Comment(rawValue: read.text))
    }

    let report = try ResultFile(Command.run("study", "report", study, "--json").stdout)
    let expected = try #require(report["repeatability.error.within_sd.value"] as? Double)
    let found = try #require(read.text.firstMatch(of: /within-subject SD of CVAI: ([0-9.]+)/).flatMap { Double($0.1) })
    #expect(expected > 0.1, "\(found) \(expected)")
    #expect(abs(found - expected) < 1e-6, "\(found) \(expected)")

    // A table of before the last batch is refused, not mixed with what is newer.
    let stale = try String(contentsOfFile: long, encoding: .utf8).replacing(/,cvai,[0-9]/, with: ",cvai,9")
    try Data(stale.utf8).write(to: URL(fileURLWithPath: long))
    let refused = try Running([script.path, study, long, wide], of: Self.python).outcome()
    #expect(refused.status == 1, Comment(rawValue: refused.narration))
    #expect(refused.narration.contains("export it again"), Comment(rawValue: refused.narration))
  }

  /// Two children with two scans of a session each, one with one, one scan of nobody, and a recording that is too short; with
  /// codes that pandas or a spreadsheet would take for something else.
  private static func dataset() throws -> StudyDataset {
    let dataset = try StudyDataset()
    var rows = ["path,subject,session,age_months,scan,landmarks"]
    for (index, subject) in ["=1+1", "=1+1", "NA", "NA", "001", ""].enumerated() {
      try dataset.addMesh("\(index).ply", scale: 1 + 0.01 * Double(index))
      // The sellion further aside, each time by another amount, turns the head and its diagonals.
      try dataset.write(
        "\(index).landmarks.json",
        """
        {"landmarks": {"sellion": {"point_mm": [\(index), 75, 0]}, "tragion_left": {"point_mm": [-60, 0, 0]},
          "tragion_right": {"point_mm": [60, 0, 0]}}}
        """)
      rows.append("\(index).ply,\(subject),1,5,\(index),\(index).landmarks.json")
    }
    try dataset.addGlimpse("glimpse")
    rows.append("glimpse,001,2,8,6,")
    try dataset.write("scans.csv", rows.joined(separator: "\n") + "\n")
    return dataset
  }
}
