internal import Diagnostics
import Geometry
internal import Files
import Platform

/// What the Record3D app writes of a recording: `metadata` in an archive, `metadata.json` in an export.
struct Record3DMetadata: Decodable {
  /// The sizes of colour and depth; those of depth may be missing.
  private let w, h: Int
  private let dw, dh: Int?
  private let fps: Double?
  /// The first frame's matrix at the colour image's size, column by column.
  private let matrix: [Double]?
  /// fx, fy, cx, cy of each frame.
  private let perFrameIntrinsicCoeffs: [[Double]]?
  /// The camera in the world, ARKit's axes: quaternion x y z w, translation in metres.
  private let poses: [[Double]]?
  /// Seconds.
  private let frameTimestamps: [Double]?

  private enum CodingKeys: String, CodingKey {
    case w, h, dw, dh, fps, perFrameIntrinsicCoeffs, poses, frameTimestamps
    case matrix = "K"
  }

  /// Reads metadata; `file` is what an error calls them.
  static func read(_ data: Data, file: String) throws(RecordingError) -> Record3DMetadata {
    let metadata: Record3DMetadata
    do throws(JSONText.Fault) { metadata = try JSONText.decode(Record3DMetadata.self, from: data) } catch {
      throw .badIndex(file: file, line: nil, expected: .phrase("record3d_metadata"), found: error.found)
    }
    try ImageSize.require([metadata.color] + [metadata.depth].compactMap(\.self), file: file)
    return metadata
  }

  var color: ImageSize { ImageSize(width: w, height: h) }
  /// Nil where older versions of the app leave it out.
  var depth: ImageSize? {
    guard let dw, let dh else { return nil }
    return ImageSize(width: dw, height: dh)
  }

  /// The time of a frame by its number, seconds.
  func time(of number: Int) -> Double {
    if let times = frameTimestamps, times.indices.contains(number), abs(times[number]) < TimedImage.latest {
      return times[number]
    }
    return Double(number) / (FrameRate.possible(fps) ?? FrameRate.assumed)
  }

  /// The pose that ARKit found for a frame.
  func pose(of number: Int) -> RigidTransform? {
    guard let poses, poses.indices.contains(number) else { return nil }
    return RigidTransform(arkit: poses[number])
  }

  /// The cameras of frames by their numbers: colour and depth see the same view at their own sizes.
  func cameras(
    of numbers: [Int], sizes: ImageSizes, file: String, findings: inout [Finding]
  ) throws(RecordingError) -> [CameraPair] {
    try Intrinsics.requireShape(of: sizes, file: file)
    let depth = depth ?? sizes.depth
    var pairs: [CameraPair] = []
    for number in numbers {
      let camera = try camera(of: number, file: file)
      let pair = CameraPair(color: camera, depth: camera.resized(width: depth.width, height: depth.height))
      try Intrinsics.require(pair.color, size: sizes.color, file: file)
      try Intrinsics.require(pair.depth, size: sizes.depth, file: file)
      pairs.append(pair)
    }
    // Not the archive's name, which may be a child's: findings go into results.
    let name = file.split(separator: "/").last.map(String.init) ?? file
    if numbers.count > 1, numbers.contains(where: { coefficients(of: $0) == nil }) {
      findings.append(Finding(.recordingOneIntrinsics, ["file": .text(name)]))
    }
    return pairs
  }

  private func coefficients(of number: Int) -> [Double]? {
    guard let all = perFrameIntrinsicCoeffs, all.indices.contains(number), all[number].count == 4 else { return nil }
    return all[number]
  }

  private func camera(of number: Int, file: String) throws(RecordingError) -> Camera {
    if let c = coefficients(of: number) {
      return Camera(width: w, height: h, fx: c[0], fy: c[1], cx: c[2], cy: c[3])
    }
    guard let m = matrix, m.count == 9 else {
      throw .badIndex(
        file: file, line: nil, expected: .phrase("intrinsics_of_frame", ["frame": .count(number)]),
        found: .phrase("none"))
    }
    return Camera(width: w, height: h, fx: m[0], fy: m[4], cx: m[6], cy: m[7])
  }
}

extension RigidTransform {
  /// A camera in the world as ARKit writes it, x right, y up, z backward: quaternion x y z w, translation in metres; nil
  /// where that is no pose. Here cameras look along z with y down.
  init?(arkit p: [Double]) {
    guard let pose = RigidTransform(quaternionFirst: p) else { return nil }
    let flip = Matrix3(columns: [1, 0, 0], [0, -1, 0], [0, 0, -1])
    self.init(rotation: pose.rotation * flip, translation: pose.translation)
  }

  /// Quaternion x y z w, then translation in metres; nil where that is no pose.
  init?(quaternionFirst p: [Double]) {
    guard p.count == 7, p.allSatisfy(\.isFinite) else { return nil }
    let q = SIMD4(p[0], p[1], p[2], p[3])
    guard abs((q * q).sum() - 1) < 0.01 else { return nil }
    self.init(rotation: Matrix3(quaternion: q / (q * q).sum().squareRoot()), translation: [p[4], p[5], p[6]])
  }
}
