import Foundation
import Geometry
import Images
import Reconstruction
import Recordings
import Workers

@testable import Markers
@testable import Tracking

/// A recording in TUM layout of given depth images, written for the process; its colour images are grey unless given.
enum SyntheticRecording {
  /// Writes and opens a recording.
  ///
  /// - Parameters:
  ///   - grays: the colour images, if they are not to be plain.
  ///   - times: of the colour images, seconds.
  ///   - delay: by how much later depth was taken, seconds.
  static func open(
    _ depths: [DepthImage], _ camera: Camera, grays: [GrayImage]? = nil, times: [Double], delay: Double = 0
  ) throws -> Recording {
    let url = folder.appendingPathComponent(UUID().uuidString)
    for name in ["rgb", "depth"] {
      try FileManager.default.createDirectory(
        at: url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let plain = [UInt8](repeating: 128, count: camera.width * camera.height)
    var (colors, measured) = ("", "")
    for (index, depth) in depths.enumerated() {
      let pixels = (grays?[index].pixels ?? plain).flatMap { [$0, $0, $0] }
      try ImageFile.jpeg(ColorImage(width: camera.width, height: camera.height, pixels: pixels), quality: 95)
        .write(to: url.appendingPathComponent("rgb/\(index).jpg"))
      let codes = depth.pixels.map { $0 > 0 ? UInt16(($0 * 5000).rounded()) : 0 }
      try ImageFile.png(depthCodes: codes, width: camera.width, height: camera.height)
        .write(to: url.appendingPathComponent("depth/\(index).png"))
      colors += String(format: "%.6f rgb/\(index).jpg\n", 1000 + times[index])
      measured += String(format: "%.6f depth/\(index).png\n", 1000 + times[index] + delay)
    }
    try Data(colors.utf8).write(to: url.appendingPathComponent("rgb.txt"))
    try Data(measured.utf8).write(to: url.appendingPathComponent("depth.txt"))
    let intrinsics =
      "{\"width\": \(camera.width), \"height\": \(camera.height), \"fx\": \(camera.fx), \"fy\": \(camera.fy), "
      + "\"cx\": \(camera.cx), \"cy\": \(camera.cy)}"
    try Data(intrinsics.utf8).write(to: url.appendingPathComponent("intrinsic.json"))
    return try Recording.open(url)
  }

  /// A recording of frames of a few pixels that see nothing.
  static func blank(times: [Double], delay: Double = 0) throws -> Recording {
    let camera = Camera(width: 16, height: 12, fx: 15, fy: 15, cx: 7.5, cy: 5.5)
    let nothing = DepthImage(width: 16, height: 12, pixels: Array(repeating: .nan, count: 192))
    return try open(times.map { _ in nothing }, camera, times: times, delay: delay)
  }

  private static let folder: URL = {
    atexit { try? FileManager.default.removeItem(at: SyntheticRecording.place) }
    return place
  }()
  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-synthetic-\(ProcessInfo.processInfo.processIdentifier)")
}

/// A recording of the bumpy head whose true poses are known.
struct BumpyRecording: Sendable {
  let recording: Recording
  /// The camera's true pose in the head frame, a frame at a time.
  let headFromCamera: [RigidTransform]

  /// Seconds from one frame to the next.
  static let interval = 0.1
}

extension BumpyRecording {
  /// Renders and writes a recording; depth errs by 0.2 mm. `blind` frames see nothing.
  init(_ headFromCamera: [RigidTransform], blind: Set<Int> = []) throws {
    self.headFromCamera = headFromCamera
    let camera = BumpyHead.camera
    let depths = Workers(count: 2).map(headFromCamera.count) { frame -> DepthImage in
      if blind.contains(frame) {
        return DepthImage(
          width: camera.width, height: camera.height,
          pixels: Array(repeating: .nan, count: camera.width * camera.height))
      }
      return BumpyHead.depth(from: headFromCamera[frame], noise: 0.0002, seed: UInt64(frame))
    }
    recording = try SyntheticRecording.open(
      depths, camera, times: headFromCamera.indices.map { Self.interval * Double($0) })
  }

  /// Twice around the head in 72 frames, up and down on the way.
  static let rounds = Result {
    try BumpyRecording(
      (0..<72).map { k in
        let turn = 2 * Double.pi * Double(k) / 36
        return BumpyHead.pose(azimuth: turn, elevation: 0.4 + 0.3 * Matrix3.rotation([0, 0, 1.25 * turn]).c0.y)
      })
  }

  /// To one side, back, to the other side and back to where it began, in 61 frames.
  static let swing = Result {
    try BumpyRecording(
      (0...60).map { k in
        let turn = Matrix3.rotation([0, 0, 2 * Double.pi * Double(k) / 60])
        return BumpyHead.pose(azimuth: 0.9 * turn.c0.y, elevation: 0.25 + 0.15 * turn.c0.x)
      })
  }

  /// The tracking with known poses, as if markers had given them; frames without stay so. The scan frame is the head's.
  func tracking(
    _ poses: [RigidTransform?], observations: [FrameObservations]? = nil, map: MarkerMap = BumpyHead.map
  ) -> Tracking {
    let observations =
      observations
      ?? recording.frames.map { FrameObservations(frame: $0.index, time: $0.time, camera: $0.camera, markers: []) }
    var known: [Int: RecoveredPose] = [:]
    for (frame, pose) in poses.enumerated() {
      if let pose {
        known[frame] = RecoveredPose(scanFromCamera: pose, deviation: 0, inlierShare: 1, residual: 0)
      }
    }
    var tracking = Tracking.withoutMarkers(observations, poses: known, refusals: [:], closure: nil)
    tracking.recovered = [:]
    tracking.map = map
    return tracking
  }

  /// What the frames see of the markers.
  ///
  /// - Parameter slip: the first frame after the cap slipped, and the motion of the cap on the head.
  func observations(slip: (from: Int, motion: RigidTransform)? = nil) -> [FrameObservations] {
    recording.frames.map { frame in
      let isAfter = slip.map { frame.index >= $0.from } ?? false
      return FrameObservations(
        frame: frame.index, time: frame.time, camera: frame.camera,
        markers: BumpyHead.markers(
          from: headFromCamera[frame.index], cap: isAfter ? slip!.motion : .identity, seed: UInt64(1000 + frame.index)))
    }
  }
}

extension RigidTransform {
  /// How far two poses of the camera move a head's surface against each other, root mean square over a ball of 65 mm, metres.
  static func headDistance(_ a: RigidTransform, _ b: RigidTransform, about middle: Vector3 = .zero) -> Double {
    let change = a * b.inverse
    let axes: [Vector3] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    return RobustStatistics.rms(
      axes.map { axis in
        let point = middle + axis * 0.065
        return (change * point - point).length
      })
  }
}

extension ReconstructionOptions {
  /// The defaults with voxels of 2 mm, which make these scenes fast.
  static var coarse: ReconstructionOptions {
    var options = ReconstructionOptions()
    options.voxelSize = 0.002
    return options
  }
}
