internal import Diagnostics
import Geometry

/// Where a recording's intrinsics come from and whether they can be those of its images.
enum Intrinsics {
  /// The name of the recording's own file: the preferred one of those that are there.
  static func file(of folder: RecordingFolder) -> String? { IntrinsicsFile.names.first(where: folder.hasEntry) }

  /// The cameras of the recording's own file.
  static func cameras(
    _ folder: RecordingFolder, sizes: ImageSizes, findings: inout [Finding]
  ) throws(RecordingError) -> CameraPair {
    let present = IntrinsicsFile.names.filter(folder.hasEntry)
    guard let name = present.first else {
      throw .noIntrinsics(folder: folder.path, lookedFor: IntrinsicsFile.names)
    }
    for other in present.dropFirst() {
      findings.append(Finding(.recordingUnusedIntrinsics, ["file": .text(name), "other": .text(other)]))
    }
    return try cameras(IntrinsicsFile(folder.index(name), file: name), file: name, sizes: sizes, findings: &findings)
  }

  /// The cameras of a file that was read. One that states a single camera means both: depth then lies in the colour
  /// camera's image, at its size or another of the same shape.
  static func cameras(
    _ content: IntrinsicsFile, file: String, sizes: ImageSizes, findings: inout [Finding]
  ) throws(RecordingError) -> CameraPair {
    if content.isRowMajor {
      findings.append(Finding(.recordingRowMajorIntrinsics, ["file": .text(file)]))
    }
    if let depth = content.depth {
      try require(content.color, size: sizes.color, file: file)
      try require(depth, size: sizes.depth, file: file)
      return CameraPair(color: content.color, depth: depth, colorFromDepth: content.colorFromDepth)
    }
    return try registered(content.color, file: file, sizes: sizes, findings: &findings)
  }

  /// The cameras where one of them is stated, of the size of either image, and the other sees the same at its own size.
  static func registered(
    _ camera: Camera, file: String, sizes: ImageSizes, findings: inout [Finding]
  ) throws(RecordingError) -> CameraPair {
    let (color, depth) = (sizes.color, sizes.depth)
    guard color != depth else {
      try require(camera, size: color, file: file)
      return CameraPair(camera)
    }
    try require(camera, size: ImageSize(camera) == depth ? depth : color, file: file)
    try requireShape(of: sizes, file: file)
    findings.append(
      Finding(.recordingOneCamera, ["file": .text(file), "color": .text("\(color)"), "depth": .text("\(depth)")]))
    return CameraPair(
      color: camera.resized(width: color.width, height: color.height),
      depth: camera.resized(width: depth.width, height: depth.height))
  }

  /// Throws unless one camera can serve images of both sizes: neither may be cut or stretched.
  static func requireShape(of sizes: ImageSizes, file: String) throws(RecordingError) {
    let (color, depth) = (sizes.color, sizes.depth)
    guard color.hasShape(of: depth) else {
      throw .badIntrinsics(
        file: file, expected: .phrase("sections_of_cameras", ["color": .text("\(color)"), "depth": .text("\(depth)")]),
        found: .phrase("one_camera"))
    }
  }

  /// Throws unless a camera can be that of images of the given size.
  ///
  /// - Parameter shift: how far its lens may move a place, in the longer side of the image.
  static func require(
    _ camera: Camera, size: ImageSize, file: String, shift: Double = largestShift
  ) throws(RecordingError) {
    guard ImageSize(camera) == size else {
      throw .badIntrinsics(
        file: file, expected: .phrase("intrinsics_of_size", ["size": .text("\(size)")]),
        found: .text("\(camera.width)×\(camera.height)"))
    }
    let longer = Double(max(size.width, size.height))
    for focal in [camera.fx, camera.fy]
    where !(focal > focalLengths.lowerBound * longer && focal < focalLengths.upperBound * longer) {
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
    try requireLens(camera, file: file, largestShift: shift)
  }

  /// Throws unless a lens shows each place of the image just once and moves it no farther than such lenses do.
  private static func requireLens(
    _ camera: Camera, file: String, largestShift: Double
  ) throws(RecordingError) {
    guard camera.lens != nil else { return }
    let (right, bottom) = (Double(camera.width) - 0.5, Double(camera.height) - 0.5)
    let middle = Vector2(right - 0.5, bottom - 0.5) / 2
    let corners = [Vector2(-0.5, -0.5), Vector2(right, -0.5), Vector2(right, bottom), Vector2(-0.5, bottom)]
    let rim = corners + zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0 + $1) / 2 }
    let limit = largestShift * Double(max(camera.width, camera.height))
    for end in rim {
      // All along the way from the middle: an image that folds over may come back at its rim.
      for step in 1...steps {
        let pixel = middle + (end - middle) * Double(step) / Double(steps)
        let shift = (camera.rectified(pixel) - pixel).length
        guard shift < limit else {
          throw .badIntrinsics(
            file: file, expected: .phrase("lens_within", ["share": .percent(largestShift)]),
            found: shift.isFinite
              ? .phrase("lens_shift", ["shift": .exact(shift), "place": .text("\(pixel.x), \(pixel.y)")])
              : .phrase("lens_fold", ["place": .text("\(pixel.x), \(pixel.y)")]))
        }
      }
    }
  }

  /// No camera's focal length is shorter or longer, in the longer side of the image.
  private static let focalLengths = 0.2...10.0
  /// The ratios of fx and fy that pass without a finding: the pixels of depth cameras are square within 1 %.
  private static let usualPixelRatio = 1 / 1.015...1.015
  /// The ratios that an image can have: 4:3 stretched to 16:9 is 1.33, and beyond that a number is wrong.
  private static let largestPixelRatio = 1 / 1.5...1.5
  /// No phone's lens moves a place by more than this share of the image's longer side.
  static let largestShift = 0.2
  /// Places along each way to the rim at which a lens is tried.
  private static let steps = 10

  /// What is odd about the frames' cameras, whichever layout they come from.
  static func findings(_ cameras: [CameraPair]) -> [Finding] {
    let odd = cameras.map(\.color).filter { !usualPixelRatio.contains($0.fx / $0.fy) }
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
