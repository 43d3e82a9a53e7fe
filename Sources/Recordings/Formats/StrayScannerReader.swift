import Diagnostics
import Geometry
import Platform

/// The Stray Scanner app: colour as a video, `rgb.mp4`; depth in millimetres and confidence as numbered images;
/// `odometry.csv` with time and pose of each frame.
struct StrayScannerReader: RecordingReader {
  static let signature = FindingValue.phrase("stray_scanner_files")
  let index: RecordingIndex
  private let folder: RecordingFolder

  private static let (video, odometry, matrix) = ("rgb.mp4", "odometry.csv", "camera_matrix.csv")

  static func recognises(_ place: RecordingPlace) -> Bool {
    place.folder.hasFile(video) && place.folder.hasFolder("depth")
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    self.folder = folder
    folder.sources.note(Self.video)
    let file = try VideoFile(folder, Self.video, .mp4, path: place.programs)
    guard let track = file.tracks.first, !track.frames.isEmpty else {
      throw .badContainer(file: Self.video, fault: .phrase("no_pictures"))
    }
    let container = VideoContainer([VideoPictures(file, track, .color)])
    let depth = try NumberedImages(folder, "depth", extensions: ["png"])
    let sure = folder.hasFolder("confidence") ? try NumberedImages(folder, "confidence", extensions: ["png"]) : nil
    let confidence = Dictionary((sure?.images ?? []).map { ($0.number, $0.path) }) { first, _ in first }
    let rows = try StrayOdometry(folder, Self.odometry).rows
    let byNumber = Dictionary(depth.images.map { ($0.number, $0) }) { first, _ in first }
    // The app adds one picture, one image of depth and one row for each frame, in this order; numbers may begin anywhere.
    let numbers = rows.isEmpty ? depth.images.map(\.number) : rows.map(\.frame)
    var pairs: [ImagePair] = []
    for (k, number) in numbers.enumerated().prefix(track.frames.count) {
      guard let image = byNumber[number] else { continue }
      let time = rows.isEmpty ? track.frames[k].time : rows[k].time
      let picture = container.image(k, track: 0, name: "\(Self.video) (\(k))")
      var pair = ImagePair(
        color: TimedImage(name: image.stem, time: time, image: picture), depth: image.timed(at: time))
      if let path = confidence[number] {
        pair.confidence = StoredImage(file: path)
        folder.sources.note(path, kind: "confidence/*.png")
      }
      if !rows.isEmpty { pair.locate(inARKit: rows[k].pose) }
      pairs.append(pair)
    }
    guard !pairs.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    try ImageStreams.requireOrder(pairs.map(\.color), file: rows.isEmpty ? Self.video : Self.odometry)
    var index = RecordingIndex(pairs: pairs, findings: depth.findings)
    index.container = container
    if track.frames.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(track.frames.count - pairs.count)]))
    }
    if depth.images.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depth.images.count - pairs.count)]))
    }
    self.index = index
  }

  /// The app writes the matrix of the last frame only, for the size of the video; depth sees the same view.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    if IntrinsicsFile.names.contains(where: folder.hasEntry) {
      let cameras = try Intrinsics.cameras(folder, sizes: sizes, findings: &findings)
      return [CameraPair](repeating: cameras, count: index.pairs.count)
    }
    let rows = try NumberTable(folder, Self.matrix).rows
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else {
      throw .badIntrinsics(
        file: Self.matrix, expected: .phrase("matrix_of", ["count": .count(9)]),
        found: .count(rows.reduce(0) { $0 + $1.count }))
    }
    let color = Camera(
      width: sizes.color.width, height: sizes.color.height, fx: rows[0][0], fy: rows[1][1], cx: rows[0][2],
      cy: rows[1][2])
    try Intrinsics.require(color, size: sizes.color, file: Self.matrix)
    guard sizes.color.hasShape(of: sizes.depth) else {
      throw .badIntrinsics(
        file: Self.matrix,
        expected: .phrase(
          "sections_of_cameras", ["color": .text("\(sizes.color)"), "depth": .text("\(sizes.depth)")]),
        found: .phrase("one_camera"))
    }
    findings.append(Finding(.recordingLastIntrinsics, ["file": .text(Self.matrix)]))
    let pair = CameraPair(color: color, depth: color.resized(width: sizes.depth.width, height: sizes.depth.height))
    return [CameraPair](repeating: pair, count: index.pairs.count)
  }
}

/// Time and pose of each frame: `timestamp, frame, x, y, z, qx, qy, qz, qw`, the camera in the world with y down and z
/// forward. Without the file, there are none.
private struct StrayOdometry {
  let rows: [(time: Double, frame: Int, pose: RigidTransform?)]

  init(_ folder: RecordingFolder, _ name: String) throws(RecordingError) {
    guard folder.hasFile(name) else {
      rows = []
      return
    }
    var rows: [(time: Double, frame: Int, pose: RigidTransform?)] = []
    for (line, values) in try NumberTable(folder, name).rows.enumerated() {
      // Newer versions add the intrinsics of the frame and more.
      guard values.count >= 9, let frame = Int(exactly: values[1]), frame >= 0, abs(values[0]) < TimedImage.latest
      else {
        throw .badIndex(
          file: name, line: line + 2, expected: .phrase("odometry_row"), found: .count(values.count))
      }
      let pose = RigidTransform(quaternionFirst: Array(values[5..<9] + values[2..<5]))
      rows.append((values[0], frame, pose))
    }
    self.rows = rows
  }
}
