import ArgumentParser
import Foundation
import Recordings

/// Which recording, and how it is read.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "The recording's folder (TUM RGB-D, Open3D/Redwood or ZEISS TrueDepth recorder).")
  var recording: String

  @OptionGroup var reading: RecordingReadingOptions

  /// What is read: no output may take its place.
  var inputs: [URL] { [folder] + [reading.intrinsicsFile, reading.capFile].compactMap(\.self) }

  var folder: URL { .given(recording) }
}

/// How a recording is read.
struct RecordingReadingOptions: ParsableArguments {
  @Option(help: "The recording's format: tum, open3d or zeiss; by default detected.")
  var format: RecordingFormat?

  @Option(help: ArgumentHelp("Intrinsics (JSON) that override the recording's own.", valueName: "file"))
  var intrinsics: String?

  @Option(help: ArgumentHelp("The cap file; by default the recording's cap.yaml.", valueName: "file"))
  var cap: String?

  var intrinsicsFile: URL? { intrinsics.map { .given($0) } }
  var capFile: URL? { cap.map { .given($0) } }
}

extension RecordingFormat: ExpressibleByArgument {}
