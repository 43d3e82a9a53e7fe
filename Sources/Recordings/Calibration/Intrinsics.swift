import Diagnostics
import Geometry

/// Where a recording's intrinsics come from and whether they can be those of its images.
enum Intrinsics {
  /// The camera of the recording's own file.
  static func camera(
    _ folder: RecordingFolder, size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> PinholeCamera {
    let present = IntrinsicsFile.names.filter(folder.hasEntry)
    guard let name = present.first else {
      throw .noIntrinsics(folder: folder.path, lookedFor: IntrinsicsFile.names)
    }
    for other in present.dropFirst() {
      findings.append(Finding(.recordingUnusedIntrinsics, ["file": .text(name), "other": .text(other)]))
    }
    return try camera(IntrinsicsFile(folder.index(name), file: name), file: name, size: size, findings: &findings)
  }

  /// The camera of a file that was read.
  static func camera(
    _ content: IntrinsicsFile, file: String, size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> PinholeCamera {
    if content.isRowMajor {
      findings.append(Finding(.recordingRowMajorIntrinsics, ["file": .text(file)]))
    }
    try require(content.camera, size: size, file: file)
    return content.camera
  }

  /// Throws unless a camera can be that of images of the given size.
  static func require(_ camera: PinholeCamera, size: ImageSize, file: String) throws(RecordingError) {
    guard ImageSize(camera) == size else {
      throw .badIntrinsics(
        file: file, expected: .phrase("intrinsics_of_size", ["size": .text("\(size)")]),
        found: .text("\(camera.width)×\(camera.height)"))
    }
    let width = Double(size.width)
    for focal in [camera.fx, camera.fy]
    where !(focal > focalLengths.lowerBound * width && focal < focalLengths.upperBound * width) {
      throw .badIntrinsics(
        file: file,
        expected: .phrase(
          "focal_length",
          ["low": .exact(focalLengths.lowerBound), "high": .exact(focalLengths.upperBound)]),
        found: .phrase("pixels", ["count": .exact(focal)]))
    }
    guard largestPixelRatio.contains(camera.fx / camera.fy) else {
      throw .badIntrinsics(
        file: file, expected: .phrase("square_pixels"),
        found: .phrase("focal_lengths", ["fx": .exact(camera.fx), "fy": .exact(camera.fy)]))
    }
    guard camera.cx.isFinite, camera.cy.isFinite, camera.contains([camera.cx, camera.cy]) else {
      throw .badIntrinsics(
        file: file, expected: .phrase("principal_point_within"), found: .text("(\(camera.cx), \(camera.cy))"))
    }
  }

  /// No camera's focal length is shorter or longer, in widths of the image.
  private static let focalLengths = 0.2...10.0
  /// The ratios of fx and fy that pass without a finding: the pixels of depth cameras are square within 1 %.
  private static let usualPixelRatio = 1 / 1.03...1.03
  /// The ratios that an image can have: 4:3 stretched to 16:9 is 1.33, and beyond that a number is wrong.
  private static let largestPixelRatio = 1 / 1.5...1.5

  /// What is odd about the frames' cameras, whichever layout they come from.
  static func findings(_ cameras: [PinholeCamera]) -> [Finding] {
    let odd = cameras.filter { !usualPixelRatio.contains($0.fx / $0.fy) }
    guard let first = odd.first else { return [] }
    return [
      Finding(
        .recordingNonSquarePixels,
        [
          "count": .count(odd.count), "fx_px": .number(first.fx, decimals: 1),
          "fy_px": .number(first.fy, decimals: 1, unit: "px"),
        ])
    ]
  }
}
