import Foundation
import Recordings
import TestSupport
import Testing

/// The samples of Datasets/recorders: the same four frames as each recorder writes them, from libraries of other people.
enum RecorderSample: String, CaseIterable, CustomTestStringConvertible {
  case r3d
  case lidar = "r3d-lidar"
  case exr = "record3d-exr"
  case cyborg = "standard-cyborg"
  case scenes = "7-scenes"
  case sens
  case depthData = "av-depth-data-lens"
  case zeiss
  case open3d

  /// What all of them were written from.
  static let original = folder.appendingPathComponent("tum")

  private static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders")

  var url: URL { Self.folder.appendingPathComponent(rawValue) }
  var testDescription: String { rawValue }

  var format: RecordingFormat {
    switch self {
    case .r3d, .lidar: .record3d
    case .exr: .record3dEXR
    case .cyborg: .standardCyborg
    case .scenes: .sevenScenes
    case .sens: .sens
    case .depthData: .depthData
    case .zeiss: .zeiss
    case .open3d: .open3d
    }
  }

  /// A copy that may be spoilt.
  func copy() throws -> SmallRecording {
    let small = try SmallRecording()
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      let file = url.appendingPathComponent(name)
      if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        try small.write(name, Data(contentsOf: file))
      }
    }
    return small
  }
}

extension Recording {
  /// Opens a recording and decodes all that it has.
  static func readingAll(_ url: URL, _ format: RecordingFormat? = nil) throws(RecordingError) {
    let recording = try open(url, RecordingReading(format: format))
    for frame in recording.frames {
      _ = try recording.gray(frame)
      _ = try recording.color(frame)
      _ = try recording.depth(frame)
    }
  }
}
