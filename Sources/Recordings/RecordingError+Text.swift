extension RecordingError {
  /// What was expected and what was found.
  public var problem: String {
    switch self {
    case .missing(_, let expected, let found), .badIntrinsics(_, let expected, let found),
      .badIndex(_, _, let expected, let found), .badFrame(_, _, let expected, let found):
      "expected \(expected), found \(found)"
    case .unrecognised(_, let lookedFor):
      "expected a recording, found none of: \(lookedFor.joined(separator: "; "))"
    case .noIntrinsics(_, let lookedFor):
      "expected the camera's intrinsics, found none of: \(lookedFor.joined(separator: ", "))"
    case .disordered(_, let name, let previous):
      "expected timestamps that increase, found \(name) after \(previous)"
    case .escapingPath(_, _, let path): "expected a path within the recording, found \(path)"
    case .tooLarge(_, let bytes, let limit): "expected at most \(limit) bytes, found \(bytes)"
    case .blankDepth:
      "expected valid depth, found less than 1 % of the pixels valid in the first, the middle and the last frame"
    case .noPairs(_, let closest):
      "expected colour and depth within \(Text.milliseconds(Association.window)) of each other, found "
        + (closest.map { "none closer than \(Text.milliseconds($0))" } ?? "no two that belong together")
    }
  }

  /// What helps.
  public var remedy: String? {
    switch self {
    case .missing: "check the path and the rights to read it"
    case .unrecognised: "give the recording's own folder, or force a layout with --format"
    case .noIntrinsics: "give them with --intrinsics FILE (JSON with width, height, intrinsic_matrix)"
    case .badIntrinsics: "correct the file, or give the right one with --intrinsics FILE"
    case .badIndex, .tooLarge: "correct the file, or export the recording again"
    case .disordered: "export the recording again; frames must be listed once, in order of time"
    case .escapingPath: "copy the images into the recording and list them by relative paths"
    case .blankDepth: "export the depth again; check its format and unit with `calvaria info`"
    case .noPairs: "check that both streams use the same clock, in seconds"
    case .badFrame: "copy the file again from the recorder, or leave the frame out of the recording"
    }
  }
}
