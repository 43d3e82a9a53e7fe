import Analysis
import ArgumentParser
import Diagnostics
import Foundation
import Recordings
import ScanPipeline

/// Which recording, and how it is read.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "The recording: a folder, or a file such as a Record3D .r3d (Docs/formats/recordings.md).")
  var recording: String

  @OptionGroup var reading: RecordingReadingOptions

  /// The files that are read: no output may take their place.
  var inputs: [URL] { [url] + [reading.intrinsicsFile, reading.capFile].compactMap(\.self) }

  var url: URL { .given(recording) }
}

/// How a recording is read.
struct RecordingReadingOptions: ParsableArguments {
  @Option(
    help:
      "The recording's format (\(RecordingFormat.allCases.map(\.rawValue).joined(separator: ", "))); by default detected."
  )
  var format: RecordingFormat?

  @Option(help: ArgumentHelp("Intrinsics (JSON) that override the recording's own.", valueName: "file"))
  var intrinsics: String?

  @Option(help: "The unit of the recording's depth images: m, cm, mm, 0.1mm or um; by default the format's.")
  var depthUnit: DepthUnit?

  @Option(
    help: ArgumentHelp("How many units of the depth images make a metre, in place of --depth-unit.", valueName: "count")
  )
  var depthScale: Double?

  @Option(help: ArgumentHelp("The cap file; by default the recording's cap.yaml.", valueName: "file"))
  var cap: String?

  /// The options by their names, and whether they were given.
  var given: [(String, Bool)] {
    [
      ("--format", format != nil), ("--intrinsics", intrinsics != nil), ("--depth-unit", depthUnit != nil),
      ("--depth-scale", depthScale != nil), ("--cap", cap != nil),
    ]
  }

  var intrinsicsFile: URL? { intrinsics.map { .given($0) } }
  var capFile: URL? { cap.map { .given($0) } }

  func validate() throws {
    if depthUnit != nil, depthScale != nil {
      throw CallError.wrong(
        option: "--depth-unit, --depth-scale", expected: .phrase("one_of_them"), found: .phrase("both_of_them")
      ).refusal
    }
    try CallError.require("--depth-scale", depthScale, in: 0.001...1e9)
  }

  /// How a recording is read by these options; what is not given here comes from a file of options.
  func reading(else file: OptionsFile = OptionsFile()) throws -> RecordingReading {
    RecordingReading(
      format: format ?? file.format, intrinsics: intrinsicsFile,
      codesPerMetre: (depthUnit.map(\.perMetre) ?? depthScale).map { Float($0) } ?? file.depthScale,
      programs: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }
}

/// The unit of depth images.
enum DepthUnit: String, ExpressibleByArgument, CaseIterable {
  case metre = "m"
  case centimetre = "cm"
  case millimetre = "mm"
  case tenthMillimetre = "0.1mm"
  case micrometre = "um"

  /// How many of it make a metre.
  var perMetre: Double {
    switch self {
    case .metre: 1
    case .centimetre: 100
    case .millimetre: 1000
    case .tenthMillimetre: 10_000
    case .micrometre: 1_000_000
    }
  }
}

extension RecordingFormat: ExpressibleByArgument {}

/// The file that sets the options of the stages.
struct StageOptionsFile: ParsableArguments {
  @Option(
    name: .customLong("options"),
    help: ArgumentHelp(
      "Options of the stages (JSON): an options.json, or what differs in it. Other options go before it.",
      valueName: "file"))
  var path: String?

  /// The files that are read: no output may take their place.
  var inputs: [URL] { path.map { [.given($0)] } ?? [] }

  /// The options of the file, or the defaults.
  func read() throws -> OptionsFile { try path.map { try OptionsFile.read(.given($0)) } ?? OptionsFile() }
}
