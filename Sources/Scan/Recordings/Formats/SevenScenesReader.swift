internal import Diagnostics
import Geometry
import Platform

/// 7-Scenes (Shotton et al. 2013): `frame-NNNNNN.color.png`, `.depth.png` in millimetres and `.pose.txt`.
struct SevenScenesReader: FolderReader {
  static let signature = FindingValue.phrase("seven_scenes_files")
  let index: RecordingIndex
  let folder: RecordingFolder

  private static let prefix = "frame-"
  private static let colorEndings = [".color.png", ".color.jpg"]
  private static let (depthEnding, poseEnding) = (".depth.png", ".pose.txt")

  static func recognises(_ place: RecordingPlace) -> Bool {
    guard let names = try? place.folder.names() else { return false }
    return names.contains { $0.hasPrefix(prefix) && $0.hasSuffix(depthEnding) }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    let folder = place.folder
    self.folder = folder
    let names = try folder.names()
    let depths = Self.stems(names, [Self.depthEnding])
    let colors = Self.stems(names, Self.colorEndings)
    let stems = depths.keys.filter { colors[$0] != nil }.sorted { ($0.count, $0) < ($1.count, $1) }
    guard !stems.isEmpty else { throw .noPairs(folder: folder.path, closest: nil) }
    var pairs: [ImagePair] = []
    for (number, stem) in stems.enumerated() {
      let time = Double(Int(stem.drop { !("0"..."9").contains($0) }) ?? number) / FrameRate.assumed
      var pair = ImagePair(
        color: TimedImage(name: stem, time: time, path: colors[stem]!),
        depth: TimedImage(name: stem, time: time, path: depths[stem]!))
      pair.recordedPose = Self.pose(stem + Self.poseEnding, folder)
      pairs.append(pair)
    }
    try ImageStreams.requireOrder(pairs.map(\.color), file: Self.prefix + "*" + Self.depthEnding)
    var index = RecordingIndex(pairs: pairs)
    index.findings.append(FrameRate.finding(frames: pairs.count))
    index.withoutDepth = colors.filter { depths[$0.key] == nil }.map { TimedImage(name: $0, time: 0, path: $1) }
    if colors.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedColor, ["count": .count(colors.count - pairs.count)]))
    }
    if depths.count > pairs.count {
      index.findings.append(Finding(.recordingUnmatchedDepth, ["count": .count(depths.count - pairs.count)]))
    }
    self.index = index
  }

  /// The recording's own file of intrinsics, else what the data set's page states for all of its Kinects.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    let cameras: CameraPair
    if Intrinsics.file(of: folder) != nil {
      cameras = try Intrinsics.cameras(folder, sizes: sizes, findings: &findings)
    } else {
      let usual = Camera(width: 640, height: 480, fx: 585, fy: 585, cx: 320, cy: 240)
      findings.append(Finding(.recordingAssumedIntrinsics, ["focal_px": .number(usual.fx, decimals: 0, unit: "px")]))
      cameras = try Intrinsics.registered(usual, file: IntrinsicsFile.names[0], sizes: sizes, findings: &findings)
    }
    if cameras.colorFromDepth == .identity { findings.append(Finding(.recordingUnregisteredDepth)) }
    return [CameraPair](repeating: cameras, count: index.pairs.count)
  }

  private static func stems(_ names: [String], _ endings: [String]) -> [String: String] {
    var stems: [String: String] = [:]
    for name in names where name.hasPrefix(prefix) {
      guard let ending = endings.first(where: name.hasSuffix) else { continue }
      stems[String(name.dropLast(ending.count))] = name
    }
    return stems
  }

  /// A pose of 16 numbers by row, camera to world; nil where there is none.
  private static func pose(_ name: String, _ folder: RecordingFolder) -> RigidTransform? {
    guard folder.hasFile(name), let data = try? folder.index(name, kind: prefix + "*" + poseEnding), data.count < 4096
    else { return nil }
    let numbers = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return RigidTransform(rowMajor: numbers)
  }
}

extension RigidTransform {
  /// A matrix of 16 numbers by row; nil where it is no rigid transform.
  init?(rowMajor m: [Double]) {
    guard m.count == 16, m.allSatisfy(\.isFinite) else { return nil }
    let rotation = Matrix3(rows: [m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]])
    guard rotation.isRotation(within: 0.01) else { return nil }
    self.init(rotation: rotation, translation: [m[3], m[7], m[11]])
  }
}
