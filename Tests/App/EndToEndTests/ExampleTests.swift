import Foundation
import TestSupport
import Testing

/// The programs of Docs/examples. They are targets of this package, too, so that they are built with everything else.
struct ExampleTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")

  @Test func aMeshIsMeasuredAsByTheProgram() throws {
    let workspace = try Workspace()
    let (mesh, landmarks) = (Self.sample.appendingPathComponent("truth_surface.ply"), workspace.file("points.json"))
    try Self.trueLandmarks().write(to: landmarks)

    let outcome = try Running([mesh.path, landmarks.path], of: Self.program("MeasureMesh")).outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let rows = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
    let values = Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), Double($0[1])) })

    let result = try ResultFile(Command.run("measure", mesh.path, "--landmarks", landmarks.path, "--json").stdout)
    for name in ["cvai", "cva", "circumference", "length", "width"] {
      let (ours, theirs) = (result["measures.\(name).value"] as? Double, values[name] ?? nil)
      #expect(abs(try #require(ours) - (try #require(theirs))) < 0.01, "\(name) \(values)")
    }
  }

  /// A program that measures meshes loads neither OpenCV nor a codec.
  @Test func theAnalysisLinksNeitherOpenCVNorACodec() throws {
    let ldd = URL(fileURLWithPath: "/usr/bin/ldd")
    let libraries = try Running([Self.program("MeasureMesh").path], of: ldd).outcome().text
    #expect(libraries.contains("libc.so"))
    for name in ["opencv", "png", "deflate", "jpeg", "tiff"] {
      #expect(!libraries.contains("lib\(name)"), Comment(rawValue: libraries))
    }
  }

  @Test func theFeedbackSaysWhatReplayTells() throws {
    let outcome = try Running([Self.sample.path], of: Self.program("OperatorFeedback")).outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))

    let workspace = try Workspace()
    let replay = try Command.run("replay", Self.sample.path, "--output", workspace.output.path)
    #expect(replay.status == 0, Comment(rawValue: replay.narration))
    struct Line: Decodable { let text: String? }
    let events = try String(contentsOf: workspace.output.appendingPathComponent("feedback.jsonl"), encoding: .utf8)
    let texts = try events.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).text
    }
    #expect(texts.count > 3)
    #expect(outcome.text.split(separator: "\n").map(String.init) == texts)
  }

  /// The manifest that a user builds an example from names products of exactly the targets that it is built from here.
  @Test(arguments: ["MeasureMesh", "OperatorFeedback"])
  func itsOwnManifestNamesTheProductsOfItsTargets(name: String) throws {
    let root = SharedMaterial.packageRoot
    let (ours, own) = (try Manifest(root), try Manifest(root.appendingPathComponent("Docs/examples/\(name)")))
    let products = try #require(own.targets.first { $0.name == name }).dependencies.compactMap(\.name)
    let targets = products.flatMap { product in ours.products.filter { $0.name == product }.flatMap(\.targets) }
    let expected = try #require(ours.targets.first { $0.name == name }).dependencies.compactMap(\.name)
    #expect(!targets.isEmpty, "\(products)")
    #expect(targets == expected, "\(products)")
  }

  /// The part of a manifest that the tests read, as `swift package dump-package` prints it.
  private struct Manifest: Decodable {
    struct Product: Decodable { let name: String, targets: [String] }
    struct Dependency: Decodable {
      let product, byName: [String?]?
      /// Of the product or the target, which stands first.
      var name: String? { (product ?? byName)?.first ?? nil }
    }
    struct Target: Decodable { let name: String, dependencies: [Dependency] }
    let products: [Product], targets: [Target]

    /// Without a scratch folder of its own it would wait for the run of these tests to end.
    init(_ package: URL) throws {
      let scratch = try TemporaryFolder()
      let outcome = try Running(
        ["swift", "package", "--package-path", package.path, "--scratch-path", scratch.url.path, "dump-package"],
        of: URL(fileURLWithPath: "/usr/bin/env")
      ).outcome()
      try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
      self = try JSONDecoder().decode(Manifest.self, from: outcome.stdout)
    }
  }

  /// A program of the examples, which the package builds beside its own.
  private static func program(_ name: String) -> URL {
    Command.program.deletingLastPathComponent().appendingPathComponent(name)
  }

  /// The landmarks of the simulated head, as a person would have picked them on its mesh.
  private static func trueLandmarks() throws -> Data {
    struct Truth: Decodable {
      let landmarks: [String: [Double]]
      enum CodingKeys: String, CodingKey { case landmarks = "landmarks_mm" }
    }
    let truth = try JSONDecoder().decode(
      Truth.self, from: Data(contentsOf: sample.appendingPathComponent("truth.json")))
    return try JSONEncoder().encode(["landmarks": truth.landmarks.mapValues { ["point_mm": $0] }])
  }
}

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
