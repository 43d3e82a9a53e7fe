import ArgumentParser
import Foundation
import Recordings

/// Which recording, and how it is read.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "The recording's folder (TUM RGB-D, Open3D/Redwood or ZEISS TrueDepth recorder).")
  var recording: String

  @Option(help: "The recording's format: tum, open3d or zeiss; recognised by looking where it is not given.")
  var format: RecordingFormat?

  @Option(help: ArgumentHelp("Intrinsics (JSON) that override the recording's own.", valueName: "file"))
  var intrinsics: String?

  @Option(help: ArgumentHelp("The cap file; the recording's cap.yaml where it is not given.", valueName: "file"))
  var cap: String?

  var folder: URL { URL(fileURLWithPath: recording) }
  var intrinsicsFile: URL? { intrinsics.map { URL(fileURLWithPath: $0) } }
  var capFile: URL? { cap.map { URL(fileURLWithPath: $0) } }
}

extension RecordingFormat: ExpressibleByArgument {}
