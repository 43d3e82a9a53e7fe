import Foundation
import TestSupport
import Testing

/// The packages of Docs/examples, built as a user builds them, one after the other so that they share what is compiled.
@Suite(.serialized) struct ExampleTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")

  @Test func aMeshIsMeasuredAsByTheProgram() throws {
    let example = try Self.build("MeasureMesh")
    let workspace = try Workspace()
    let (mesh, landmarks) = (Self.sample.appendingPathComponent("truth_surface.ply"), workspace.file("points.json"))
    try Self.trueLandmarks().write(to: landmarks)

    let outcome = try Running([mesh.path, landmarks.path], of: example).outcome()
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
    let libraries = try Self.libraries(of: Self.build("MeasureMesh"))
    #expect(libraries.contains("libc.so"))
    for name in ["opencv", "png", "deflate", "jpeg", "tiff"] {
      #expect(!libraries.contains("lib\(name)"), Comment(rawValue: libraries))
    }
  }

  @Test func theFeedbackSaysWhatReplayTells() throws {
    let outcome = try Running([Self.sample.path], of: Self.build("OperatorFeedback")).outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))

    let workspace = try Workspace()
    let replay = try Command.run("replay", Self.sample.path, "--output", workspace.output.path)
    #expect(replay.status == 0, Comment(rawValue: replay.narration))
    struct Line: Decodable { let text: String? }
    let events = try String(contentsOf: workspace.output.appendingPathComponent("feedback.jsonl"), encoding: .utf8)
    let texts = try events.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).text
    }
    #expect(texts.count > 3 && outcome.text.split(separator: "\n").map(String.init) == texts)
  }

  /// Builds an example; compiled modules are kept under `.build` for the next one and the next run.
  private static func build(_ name: String) throws -> URL {
    let root = SharedMaterial.packageRoot
    let scratch = root.appendingPathComponent(".build/examples")
    let package = root.appendingPathComponent("Docs/examples/\(name)")
    // Gives way to the tests that run beside it, some of which wait for programs. Without the last option SwiftPM would take
    // the plan that it keeps of the other example for this one's.
    let outcome = try Running(
      [
        "-n", "10", "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path,
        "--disable-build-manifest-caching",
      ],
      of: URL(fileURLWithPath: "/usr/bin/nice"), patience: 1800
    ).outcome()
    try #require(outcome.status == 0, "\(outcome.text)\n\(outcome.narration)")
    return scratch.appendingPathComponent("debug/\(name)")
  }

  /// The shared libraries that a program loads, as `ldd` lists them.
  private static func libraries(of program: URL) throws -> String {
    try Running([program.path], of: URL(fileURLWithPath: "/usr/bin/ldd")).outcome().text
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
