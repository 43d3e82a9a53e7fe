/// The kinds of landmark files.
public enum LandmarkFormat: String, Sendable, Codable, CaseIterable {
  case openPose = "openpose"
  case coco
  case mediaPipe = "mediapipe"
  case trc
  case mot
  /// No landmark file: a recording of images and depth.
  case recording

  /// What it is called in texts.
  public var title: String {
    switch self {
    case .openPose: "OpenPose"
    case .coco: "COCO"
    case .mediaPipe: "MediaPipe"
    case .trc: "TRC"
    case .mot: "MOT"
    case .recording: "RGB-D"
    }
  }
}
