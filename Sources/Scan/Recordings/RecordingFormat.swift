internal import Diagnostics

/// The layouts of recordings that are read.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// TUM RGB-D (Sturm et al. 2012): `rgb.txt`, `depth.txt`, depth in 1/5000 m.
  case tum
  /// Open3D or Redwood: folders `color` and `depth`, depth in millimetres.
  case open3d
  /// The ZEISS TrueDepth recorder: `rgb_<ms>.png`, `depth_<ms>.png`, depth in 1/10000 m.
  case zeiss

  /// The Record3D app: one `.r3d` archive.
  case record3d
  /// The Record3D app's export of EXR and JPEG images with `metadata.json`.
  case record3dEXR = "record3d-exr"
  /// StandardCyborg's recorder: `frame-NNN.ply` with metadata, colour and depth.
  case standardCyborg = "standard-cyborg"
  /// 7-Scenes (Shotton et al. 2013): `frame-NNNNNN.color.png`, `.depth.png`, `.pose.txt`.
  case sevenScenes = "7-scenes"
  /// ScanNet (Dai et al. 2017): one `.sens` file.
  case sens

  /// The Stray Scanner app: `rgb.mp4` with folders of depth and confidence.
  case strayScanner = "stray-scanner"
  /// A dump of Apple's AVDepthData: `calibration.json` with `depthNN.bin` and `videoNN.bin`.
  case depthData = "av-depth-data"

  /// An Azure Kinect's recording: one `.mkv` file of k4arecorder.
  case azureKinect = "azure-kinect"

  /// The reader of this layout.
  var reader: any RecordingReader.Type {
    switch self {
    case .tum: TUMReader.self
    case .open3d: Open3DReader.self
    case .zeiss: ZEISSReader.self
    case .record3d: Record3DReader.self
    case .record3dEXR: Record3DExportReader.self
    case .standardCyborg: StandardCyborgReader.self
    case .sevenScenes: SevenScenesReader.self
    case .sens: SensReader.self
    case .strayScanner: StrayScannerReader.self
    case .depthData: DepthDataReader.self
    case .azureKinect: KinectReader.self
    }
  }

  /// The ending of recordings that are one file each; nil for a layout of folders.
  private var ending: String? {
    switch self {
    case .record3d: "r3d"
    case .sens: "sens"
    case .azureKinect: "mkv"
    default: nil
    }
  }

  /// The layout that a folder or file shows, and where it lies: a folder that has no layout of its own is the recording of
  /// one file in it.
  static func recognised(at place: RecordingPlace) throws(RecordingError) -> (RecordingFormat, RecordingPlace) {
    for format in inOrderOfTrial where format.reader.recognises(place) { return (format, place) }
    if let file = try place.onlyFile(RecordingCompanion.endings),
      let format = inOrderOfTrial.first(where: { $0.reader.recognises(file) })
    {
      return (format, file)
    }
    throw .unrecognised(
      folder: place.path,
      lookedFor: allCases.map { .phrase("layout", ["files": $0.reader.signature, "format": .text($0.rawValue)]) })
  }

  /// Where a recording of this layout lies: where a folder is named and it is one file, in the folder's only one.
  func located(in place: RecordingPlace) throws(RecordingError) -> RecordingPlace {
    guard let ending, place.file == nil else { return place }
    guard let only = try place.onlyFile([ending]) else {
      throw .missing(
        path: place.path, expected: .phrase("file_ending", ["ending": .text(ending)]), found: .phrase("none"))
    }
    return only
  }

  /// What is most particular comes first.
  private static let inOrderOfTrial = [
    record3d, sens, azureKinect, record3dEXR, standardCyborg, strayScanner, depthData, sevenScenes, tum, zeiss, open3d,
  ]
}
