import ArgumentParser
import Foundation
import Workers

/// `time`: prints `{stage: {median_ms, min_ms, max_ms, cpu_ms, repeats, per}}`.
struct TimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Print how long each stage takes, as JSON.")

  @OptionGroup var input: SubjectOptions

  @Option(parsing: .upToNextOption, help: "The stages to time.")
  var stages = StageName.allCases

  @Option(parsing: .upToNextOption, help: "Edges of a voxel in mm; stages that depend on it are timed for each.")
  var voxelMm = [1.25]

  @Option(help: "How often each stage is run; stages take turns.")
  var repeats = 3

  @Option(help: "Threads that share the frames of a stage.")
  var threads = 1

  @Flag(inversion: .prefixedNo, help: "Run each stage once before, without counting.")
  var warmUp = true

  func validate() throws {
    guard repeats > 0, threads > 0, voxelMm.allSatisfy({ (0.75...2).contains($0) }) else {
      throw ValidationError("expected repeats and threads of at least 1, voxels of 0.75 to 2 mm")
    }
  }

  func run() throws {
    let subject = try input.subject(threads: threads)
    let timed = try stages.flatMap { try $0.timed(subject, voxelSizes: voxelMm.map { $0 / 1000 }) }
    let timings = try Timing.measure(timed, repeats: repeats, warmUp: warmUp)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    print(String(decoding: try encoder.encode(timings), as: UTF8.self))
  }
}

/// What is timed on.
struct SubjectOptions: ParsableArguments {
  @Argument(help: "The recording's folder.")
  var recording: String

  @Option(help: "The cap file; the recording's cap.yaml by default.")
  var cap: String?

  @Option(help: "At most so many frames, evenly chosen, so that their images fit into memory.")
  var frames = 300

  func validate() throws {
    guard frames > 0 else { throw ValidationError("--frames: expected at least 1, found \(frames)") }
  }

  func subject(threads: Int) throws -> Subject {
    let folder = URL(fileURLWithPath: recording)
    let capFile = cap.map { URL(fileURLWithPath: $0) } ?? folder.appending(path: "cap.yaml")
    return try Subject(folder, cap: capFile, mostFrames: frames, workers: Workers(count: threads))
  }
}
