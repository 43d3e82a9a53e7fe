internal import Diagnostics
public import Platform

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

  /// What `calvaria live` records: images as they came, and an index that grows with them.
  case live

  /// The table of layouts: the reader of each, and its place in the order of trial, in which the most particular is first.
  var entry: (reader: any RecordingReader.Type, trial: Int) {
    switch self {
    case .record3d: (Record3DReader.self, 1)
    case .sens: (SensReader.self, 2)
    case .azureKinect: (KinectReader.self, 3)
    case .live: (LiveReader.self, 4)
    case .record3dEXR: (Record3DExportReader.self, 5)
    case .standardCyborg: (StandardCyborgReader.self, 6)
    case .strayScanner: (StrayScannerReader.self, 7)
    case .depthData: (DepthDataReader.self, 8)
    case .sevenScenes: (SevenScenesReader.self, 9)
    case .tum: (TUMReader.self, 10)
    case .zeiss: (ZEISSReader.self, 11)
    case .open3d: (Open3DReader.self, 12)
    }
  }

  /// The reader of this layout.
  var reader: any RecordingReader.Type { entry.reader }

  /// All layouts, the most particular first.
  static let inOrderOfTrial = allCases.sorted { $0.entry.trial < $1.entry.trial }

  /// The endings of files that are recordings by themselves.
  static let endings = allCases.compactMap { $0.reader.ending }

  /// The layout that a folder or file shows, and where it lies: a folder that has no layout of its own is the recording of
  /// one file in it.
  static func recognised(at place: RecordingPlace) throws(RecordingError) -> (RecordingFormat, RecordingPlace) {
    for format in inOrderOfTrial where format.reader.recognises(place) { return (format, place) }
    if let file = try place.onlyFile(endings),
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
    guard let ending = reader.ending, place.file == nil else { return place }
    guard let only = try place.onlyFile([ending]) else {
      throw .missing(
        path: place.path, expected: .phrase("file_ending", ["ending": .text(ending)]), found: .phrase("none"))
    }
    return only
  }
}

extension RecordingPlace {
  /// A folder, or a file, that exists and can be read.
  init(checking url: URL, programs: String) throws(RecordingError) {
    self.programs = programs
    let isFile = RecordingCompanion.isRecordingFile(url)
    guard isFile || !RecordingFolder.isFile(url) else {
      let endings = FindingValue.names(RecordingFormat.endings.map { "." + $0 })
      throw .missing(
        path: url.path(percentEncoded: false), expected: .phrase("recording_or_file", ["endings": endings]),
        found: .phrase("other_file"))
    }
    folder = try RecordingFolder(checking: isFile ? url.deletingLastPathComponent() : url)
    file = isFile ? url.lastPathComponent : nil
  }
}

extension RecordingCompanion {
  /// Whether a name ends as those of recordings of one file do, whatever stands there.
  public static func hasRecordingEnding(_ url: URL) -> Bool {
    RecordingFormat.endings.contains(url.pathExtension.lowercased())
  }

  /// Whether a file is a recording by itself, by its ending.
  public static func isRecordingFile(_ url: URL) -> Bool {
    hasRecordingEnding(url) && RecordingFolder.isFile(url)
  }
}
