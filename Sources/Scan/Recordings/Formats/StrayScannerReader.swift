internal import Diagnostics
import Geometry
import Platform

/// The Stray Scanner app: colour as a video, `rgb.mp4`; depth in millimetres and confidence as numbered images;
/// `odometry.csv` with time, pose and, since 2026, intrinsics of each frame.
struct StrayScannerReader: FolderReader {
  static let signature = FindingValue.phrase("stray_scanner_files")
  let index: RecordingIndex
  let folder: RecordingFolder
  /// The intrinsics of each pair, of the video's size; nil where the app wrote none.
  private let intrinsics: [StrayIntrinsics]?

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
    let odometry = try StrayOdometry(folder, Self.odometry)
    let rows = odometry.rows
    let byNumber = Dictionary(depth.images.map { ($0.number, $0) }) { first, _ in first }
    // The app adds one picture, one image of depth and one row for each frame, in this order; numbers may begin anywhere.
    let numbers = rows.isEmpty ? depth.images.map(\.number) : rows.map(\.frame)
    let skipped = Self.unseen(track, of: numbers.count)
    var (pairs, intrinsics): ([ImagePair], [StrayIntrinsics?]) = ([], [])
    for (k, number) in numbers.dropFirst(skipped).enumerated().prefix(track.frames.count) {
      guard let image = byNumber[number] else { continue }
      let row = rows.isEmpty ? nil : rows[k + skipped]
      let time = row?.time ?? track.frames[k].time
      let picture = container.image(k, track: 0, name: "\(Self.video) (\(k))")
      var pair = ImagePair(
        color: TimedImage(name: image.stem, time: time, image: picture), depth: image.timed(at: time))
      if let path = confidence[number] {
        pair.confidence = StoredImage(file: path)
        folder.sources.note(path, kind: "confidence/*.png")
      }
      if let row { pair.locate(inARKit: row.pose) }
      pairs.append(pair)
      intrinsics.append(row?.intrinsics)
    }
    guard !pairs.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    try ImageStreams.requireOrder(pairs.map(\.color), file: rows.isEmpty ? Self.video : Self.odometry)
    var index = RecordingIndex(pairs: pairs, findings: depth.findings)
    if odometry.isOfOldForm {
      index.findings.append(Finding(.recordingUnusedPoses, ["file": .text(Self.odometry)]))
    }
    index.container = container
    if track.frames.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(track.frames.count - pairs.count)]))
    }
    if depth.images.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depth.images.count - pairs.count)]))
    }
    self.index = index
    let known = intrinsics.compactMap(\.self)
    self.intrinsics = known.count == pairs.count ? known : nil
  }

  /// How many frames at the beginning have no picture. The app gives the first one a time of a sixtieth of a second before
  /// the video begins (`DatasetEncoder.swift` counts from −1), so that the file holds it before its edit, or not at all.
  private static func unseen(_ track: VideoTrack, of count: Int) -> Int {
    let missing = count - track.frames.count
    return missing > 0 && (missing == track.cut || missing == 1) ? missing : 0
  }

  /// Of each frame where the app wrote them; earlier it wrote the matrix of the last one only. Both are for the size of the
  /// video; depth sees the same view.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    if Intrinsics.file(of: folder) != nil {
      let cameras = try Intrinsics.cameras(folder, sizes: sizes, findings: &findings)
      return [CameraPair](repeating: cameras, count: index.pairs.count)
    }
    if let intrinsics {
      var cameras: [CameraPair] = []
      for own in intrinsics { cameras.append(try pair(own, sizes, file: Self.odometry)) }
      return cameras
    }
    let rows = try NumberTable(folder, Self.matrix).rows
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else {
      throw .badIntrinsics(
        file: Self.matrix, expected: .phrase("matrix_of", ["count": .count(9)]),
        found: .count(rows.reduce(0) { $0 + $1.count }))
    }
    let last = StrayIntrinsics(fx: rows[0][0], fy: rows[1][1], cx: rows[0][2], cy: rows[1][2])
    let pair = try pair(last, sizes, file: Self.matrix)
    findings.append(Finding(.recordingLastIntrinsics, ["file": .text(Self.matrix)]))
    return [CameraPair](repeating: pair, count: index.pairs.count)
  }

  private func pair(
    _ own: StrayIntrinsics, _ sizes: ImageSizes, file: String
  ) throws(RecordingError) -> CameraPair {
    let color = Camera(
      width: sizes.color.width, height: sizes.color.height, fx: own.fx, fy: own.fy, cx: own.cx, cy: own.cy)
    try Intrinsics.require(color, size: sizes.color, file: file)
    guard sizes.color.hasShape(of: sizes.depth) else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase(
          "sections_of_cameras", ["color": .text("\(sizes.color)"), "depth": .text("\(sizes.depth)")]),
        found: .phrase("one_camera"))
    }
    return CameraPair(color: color, depth: color.resized(width: sizes.depth.width, height: sizes.depth.height))
  }
}

/// Focal lengths and principal point, in pixels of the video.
struct StrayIntrinsics: Sendable {
  let fx, fy, cx, cy: Double
}

/// Time and pose of each frame: `timestamp, frame, x, y, z, qx, qy, qz, qw`, the camera in the world with y down and z
/// forward; then `fx, fy, cx, cy` and more that may be empty. Without the file, there are none.
struct StrayOdometry {
  struct Row {
    let time: Double
    let frame: Int
    let pose: RigidTransform?
    let intrinsics: StrayIntrinsics?
  }

  let rows: [Row]
  /// True where the file has neither times nor numbers of frames: before its version 1.2 the app wrote poses alone.
  private(set) var isOfOldForm = false

  /// The columns that each row has.
  private static let least = 9
  private static let names = ["fx", "fy", "cx", "cy"]

  init(_ folder: RecordingFolder, _ name: String) throws(RecordingError) {
    guard folder.hasFile(name) else {
      rows = []
      return
    }
    var rows: [Row] = []
    let table = try NumberTable(folder, name, full: Self.least)
    if !table.header.isEmpty, !table.header.contains("timestamp"), !table.header.contains("frame") {
      (self.rows, isOfOldForm) = ([], true)
      return
    }
    let columns = Self.names.compactMap { table.header.firstIndex(of: $0) }
    for (line, values) in table.rows.enumerated() {
      guard values.count >= Self.least, let frame = Int(exactly: values[1]), frame >= 0,
        abs(values[0]) < TimedImage.latest
      else {
        throw .badIndex(
          file: name, line: line + 2, expected: .phrase("odometry_row"), found: .count(values.count))
      }
      let pose = RigidTransform(quaternionFirst: Array(values[5..<9] + values[2..<5]))
      let own = columns.map { $0 < values.count ? values[$0] : .nan }
      let isKnown = own.count == Self.names.count && own.allSatisfy(\.isFinite)
      rows.append(
        Row(
          time: values[0], frame: frame, pose: pose,
          intrinsics: isKnown ? StrayIntrinsics(fx: own[0], fy: own[1], cx: own[2], cy: own[3]) : nil))
    }
    self.rows = rows
  }
}
