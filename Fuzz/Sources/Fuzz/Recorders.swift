import Foundation
import Geometry

@testable import Recordings

extension Target {
  /// Files of recordings: each input takes the place of one file of a sample, and the recording is opened as ever.
  static let recorders: [Target] = [
    recorder("tum-list", "tum", "rgb.txt", words: ["# timestamp filename", "1700000000.5 ", "rgb/", "depth/", ".png"]),
    recorder("tum-intrinsics", "tum", "intrinsic.json", words: intrinsicsWords),
    recorder("associations", "tum", "associations.txt", without: ["rgb.txt", "depth.txt"]) {
      [Data("1700000000.0 rgb/1700000000.000000.jpg 1700000000.0 depth/1700000000.000000.png\n".utf8)]
    },
    recorder("open3d-intrinsics", "open3d", "camera_intrinsic.json", words: intrinsicsWords),
    recorder("7-scenes-pose", "7-scenes", "frame-000000.pose.txt"),
    recorder("record3d-metadata", "record3d-exr", "metadata.json"),
    recorder("r3d", "r3d", "scan.r3d", words: ["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}"]),
    recorder("sens", "sens", "scan.sens"),
    recorder("depth-data-calibration", "av-depth-data-lens", "calibration.json"),
    recorder("zeiss-metadata", "zeiss", "DepthMetadata.json"),
    recorder("zeiss-accelerations", "zeiss", "Accelerometer.txt"),
    // StandardCyborg's binary PLY.
    recorder("bply", "standard-cyborg", "frame-000.ply", words: ["ply", "element ", "end_header\n", "comment "]),
    recorder("live-list", "tum", "frames.jsonl", copied: true),
    kinect, stray, stream,
    Target(
      name: "poses", words: ["# timestamp tx ty tz qx qy qz qw\n", "nan"],
      seeds: {
        let turned = RigidTransform(rotation: Matrix3.identity, translation: Vector3(0.1, 0.2, 0.3))
        return [PoseList.text([("1700000000.0", turned), ("1700000000.5", turned)])].compactMap(\.self)
      },
      prepare: {
        { bytes in if PoseList.read(bytes, [1_700_000_000, 1_700_000_000.5]) == nil { throw Refused() } }
      }),
  ]

  private static let intrinsicsWords = [
    "\"intrinsic_matrix\":", "\"width\":", "\"height\":", "\"color\":", "\"depth\":", "\"fx\":", "\"ppx\":",
    "\"coeffs\":", "\"depth_scale\":", "\"extrinsics\":", "1e308", "-0.0", "null",
  ]

  private static func recorder(
    _ name: String, _ sample: String, _ file: String, words: [String]? = nil, without: [String] = [],
    copied isCopied: Bool = false, seeds: (@Sendable () throws -> [Data])? = nil
  ) -> Target {
    let source = Material.url("Datasets/recorders/\(sample)")
    // A copy of the sample, or what the recorder of this program makes of it.
    let place = { @Sendable () throws -> URL in
      let folder = try Material.folder().appending(path: "scan")
      if isCopied {
        let (recording, writer) = (try Recording.open(source), RecordingWriter(folder))
        var decoder = FrameDecoder(recording)
        for frame in recording.frames { _ = try writer.add(decoder.raw(frame)) }
      } else {
        try FileManager.default.copyItem(at: source, to: folder)
      }
      for other in without { try FileManager.default.removeItem(at: folder.appending(path: other)) }
      return folder
    }
    return Target(
      name: name, words: words ?? [], takesWordsOfSeeds: words == nil,
      seeds: seeds ?? { try [Data(contentsOf: place().appending(path: file))] },
      prepare: {
        let folder = try place()
        return { bytes in
          try bytes.write(to: folder.appending(path: file))
          let recording = try Recording.open(folder)
          for frame in [recording.frames.first!, recording.frames.last!] {
            _ = try recording.gray(frame)
            _ = try recording.color(frame)
            _ = try recording.depth(frame)
          }
        }
      })
  }

  /// What an Azure Kinect attaches to its MKV files: ffmpeg takes it out, which no run waits for.
  private static let kinect = Target(
    name: "mkv-attachment",
    words: [
      "CalibrationInformation", "Cameras", "Intrinsics", "ModelParameters", "Purpose", "Rt", "Rotation", "Translation",
      "CALIBRATION_CameraPurposePhotoVideo", "CALIBRATION_CameraPurposeDepth", "1e308", "null",
    ],
    seeds: {
      let camera = { (purpose: String, parameters: String) in
        """
        {"Intrinsics": {"ModelParameters": [\(parameters)]}, "Purpose": "CALIBRATION_CameraPurpose\(purpose)",
         "Rt": {"Rotation": [1, 0, 0, 0, 1, 0, 0, 0, 1], "Translation": [-0.032, -0.002, 0.004]}}
        """
      }
      let color = camera(
        "PhotoVideo", "0.49, 0.51, 0.47, 0.63, 0.54, -2.6, 1.5, 0.42, -2.4, 1.4, 0, 0, -0.0003, 0.0007")
      let depth = camera(
        "Depth", "0.5, 0.5, 0.49, 0.49, 4.9, 3.1, 0.16, 5.2, 4.8, 0.8, 0, 0, -0.00003, -0.00001")
      return [Data("{\"CalibrationInformation\": {\"Cameras\": [\(depth), \(color)]}}".utf8)]
    },
    prepare: {
      { bytes in
        _ = MatroskaLength.stated(Array(bytes))
        let calibration = try KinectCalibration(bytes, file: "calibration.json")
        for depth in [(320, 288), (512, 512)] {
          let sizes = ImageSizes(
            color: ImageSize(width: 1280, height: 720), depth: ImageSize(width: depth.0, height: depth.1))
          // The wide mode's lens is refused, which is no end of the try.
          do { _ = try calibration.cameras(sizes, file: "calibration.json") } catch { Check.told(error) }
        }
      }
    })

  /// Stray Scanner's lists: the recording itself is a video, which ffmpeg reads.
  private static let stray = Target(
    name: "stray-odometry", words: ["timestamp", "frame", "fx", "fy", "cx", "cy", ",", "nan", "1e308"],
    seeds: {
      try ["odometry.csv", "camera_matrix.csv"].map { try Material.data("Datasets/recorders/stray-scanner/\($0)") }
    },
    prepare: {
      let url = try Material.folder()
      let folder = try RecordingFolder(checking: url)
      return { bytes in
        try bytes.write(to: url.appending(path: "odometry.csv"))
        let table = Result { try NumberTable(folder, "odometry.csv") }
        do { _ = try StrayOdometry(folder, "odometry.csv") } catch {
          // The matrix of the camera is a table without odometry.
          Check.told(error)
          _ = try table.get()
        }
      }
    })

  /// What Record3D sends over USB.
  private static let stream = Target(
    name: "record3d-stream", words: ["bvx2", "bvx-", "bvxn", "bvx$"],
    seeds: {
      let numbers: [UInt32] = [64, 48, 64, 48, 0, 0, 4, 4, 0, 0, 0]
      let floats: [Float] = [60, 60, 32, 24, 0, 0, 0, 1, 0, 0, 0]
      let words = numbers + floats.map(\.bitPattern)
      return [
        words.reduce(into: Data()) { data, word in withUnsafeBytes(of: word.littleEndian) { data += $0 } }
          + Data(repeating: 1, count: 8)
      ]
    },
    prepare: {
      { bytes in
        if bytes.count == Record3DStream.headBytes { _ = try Record3DStream.bodyBytes(bytes) }
        _ = try Record3DStream.frame(bytes, time: 0)
      }
    })
}
