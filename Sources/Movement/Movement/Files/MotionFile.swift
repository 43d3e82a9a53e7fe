internal import Diagnostics
internal import Files
internal import Platform
internal import Recordings

/// What pose models and motion capture write: points over time, or angles that another program has computed of them.
public enum MotionFile: Sendable, Equatable {
  case landmarks(LandmarkSequence, MotionFormat)
  case angles(AngleTable)

  /// The points; nil for angles of another program.
  public var landmarks: LandmarkSequence? { if case .landmarks(let sequence, _) = self { sequence } else { nil } }

  /// Reads a file, or a folder of OpenPose's, which is told from its content. Of a long file only a part is in memory at a time.
  ///
  /// - Parameters:
  ///   - path: the file or the folder.
  ///   - options: what the file does not say of itself.
  ///   - witness: is told the name and the bytes of each file of a folder, in order. A single file is not told.
  public static func read(
    _ path: String, _ options: ReadingOptions = .init(), witness: (String, [UInt8]) -> Void = { _, _ in }
  ) throws(MotionError) -> MotionFile {
    let text: FileText
    do throws(InputFile.Fault) { text = try FileText(opening: path, atMost: MotionLimits.fileBytes) } catch {
      if error.isFolder {
        try options.check(.openPose)
        return .landmarks(try OpenPoseReader(path: path, options: options).sequence(witness), .openPose)
      }
      throw .unreadable(path: path, found: error.found)
    }
    return try read(text, path, options)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameter path: what the file is called in errors.
  public static func read(
    bytes: [UInt8], path: String, _ options: ReadingOptions = .init()
  ) throws(MotionError) -> MotionFile {
    try read(FileText(bytes), path, options)
  }

  /// Reads a text. A file of which a part can't be read is refused, whatever its reader made of it.
  static func read(
    _ text: FileText, _ path: String, _ options: ReadingOptions
  ) throws(MotionError) -> MotionFile {
    let file = Result { () throws(MotionError) in try parsed(text, path, options) }
    if let found = text.fault { throw .unreadable(path: path, found: found) }
    return try file.get()
  }

  private static func parsed(
    _ text: FileText, _ path: String, _ options: ReadingOptions
  ) throws(MotionError) -> MotionFile {
    let kind = kind(text)
    if let kind { try options.check(kind) }
    switch kind {
    case .trc?: return .landmarks(try TRCReader(path: path).sequence(text.all), .trc)
    case .c3d?: return .landmarks(try C3DReader(path: path).sequence(text), .c3d)
    case .vision?: return .landmarks(try VisionReader(path: path, options: options).sequence(text), .vision)
    case .table?: return .landmarks(try PointTableReader(path: path, options: options).sequence(text.all), .table)
    case .mot?: return .angles(try MOTReader(path: path).table(text.all))
    case .coco? where text.contains("\"image_id\""):
      return .landmarks(try COCOReader(path: path, options: options).sequence(text), .coco)
    case .coco?: return .landmarks(try PoseFramesReader(path: path, options: options).sequence(text), .coco)
    case .mediaPipe?:
      return .landmarks(try MediaPipeReader(path: path, options: options).sequence(text), .mediaPipe)
    default:
      let start = text[0..<min(text.count, longestHeader)]
      if PictureFiles.areThere(in: start) { throw .pictures(path: path) }
      let program = OtherProgram.of(start)
      throw program.map { .otherProgram(path: path, program: $0) } ?? .unrecognised(path: path)
    }
  }

  /// Whether a path holds landmarks or angles by what is there: a file of a kind that is read, or a folder with OpenPose's files or with
  /// nothing but JSON. A file that can't be read is there: whoever reads it is told why.
  public static func isThere(at path: String) -> Bool {
    if let text = try? FileText(opening: path, atMost: MotionLimits.fileBytes) {
      return kind(text) != nil || text.fault != nil
    }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
      .map { $0.lowercased() }
    return names.contains { $0.hasSuffix("_keypoints.json") }
      || !names.isEmpty && names.allSatisfy { $0.hasSuffix(".json") }
  }

  /// How many bytes a table's header may have.
  private static let longestHeader = 1 << 16

  /// The kind of a file by its content.
  private static func kind(_ text: FileText) -> MotionFormat? {
    let start = text[0..<min(text.count, longestHeader)]
    if start.starts(with: "PathFileType".utf8) { return .trc }
    if C3DReader.isOne(start) { return .c3d }
    let first = start.first { $0 > 32 }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      if VisionReader.isOne(text) { return .vision }
      if text.contains("\"keypoints\"") { return .coco }
      // Landmarks under the numbers of frames are none that are read; their reader says how they should stand.
      return text.contains("andmarks\"") || text.contains("\"visibility\"") ? .mediaPipe : nil
    }
    if String(decoding: start, as: UTF8.self).lowercased().contains("endheader") { return .mot }
    return PointTableReader.isOne(start) ? .table : nil
  }
}

extension InputFile.Fault {
  /// Whether it is a folder that was given for a file.
  var isFolder: Bool { self == .notRegular(kind: .phrase("folder")) }
}

/// What a motion file does not say of itself.
public struct ReadingOptions: Sendable, Equatable {
  /// Frames a second, for files without times.
  public var rate: Double?
  /// The picture's size in pixels; needed for coordinates that are normalised to it.
  public var width: Double?, height: Double?
  /// Which person is meant, from 0, as the first frame that has so many lists them; nil where there is only one.
  public var person: Int?
  /// What confidences mean; nil where the file tells.
  public var confidence: ConfidenceScale?
  /// True for MediaPipe's world landmarks, false for those of the picture; nil for what the file has.
  public var usesWorld: Bool?
  /// How a person is followed through frames.
  public var people = MotionRules.standard.people
  /// Whether the options are stated for files of many kinds, of which each takes what it uses.
  public var areForMany = false
  /// Threads that decode frames; the result does not depend on it.
  public var threads = 1

  /// Options that leave everything to the file.
  public init() {}

  /// Refuses what files of a kind do not use, where the options are for this file alone.
  func check(_ kind: MotionFormat) throws(MotionError) {
    if areForMany { return }
    let isTable = kind == .trc || kind == .c3d || kind == .mot
    let unused: [(option: String, isGiven: Bool)] = [
      ("--rate", isTable && rate != nil), ("--image-size", isTable && (width != nil || height != nil)),
      ("--person", isTable && person != nil), ("--confidence", isTable && confidence != nil),
      ("--points", kind != .mediaPipe && kind != .table && usesWorld != nil),
    ]
    if let first = unused.first(where: { $0.isGiven }) { throw .unusedOption(first.option, kind) }
  }
}

/// Videos and pictures, which a pose model has still to look at.
enum PictureFiles {
  /// Whether a file that begins so is a video or a picture: those that a pose model is shown, AVI, JPEG or PNG.
  static func areThere(in start: [UInt8]) -> Bool {
    PictureSeries.isVideo(beginning: start)
      || start.starts(with: "RIFF".utf8) && start.dropFirst(8).starts(with: "AVI ".utf8)
      || start.starts(with: [0xFF, 0xD8, 0xFF]) || start.starts(with: [0x89] + Array("PNG".utf8))
  }
}

/// Programs whose files are not read as they are, told by how the files begin.
enum OtherProgram {
  /// The name of the program or the form; nil where it is none that is known.
  static func of(_ start: [UInt8]) -> String? { signatures.first { start.starts(with: $0.bytes) }?.name }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    (Array("scorer,".utf8), "DeepLabCut"), (Array("track,frame_idx,".utf8), "SLEAP"),
    ([0x89] + Array("HDF".utf8), "HDF5 (DeepLabCut, SLEAP)"), ([0x93] + Array("NUMPY".utf8), "NumPy"),
    (Array("PK\u{3}\u{4}".utf8), "ZIP (NumPy, PyTorch)"), ([0x80, 2], "pickle"), ([0x80, 3], "pickle"),
    ([0x80, 4], "pickle"), ([0x80, 5], "pickle"), (Array("HIERARCHY".utf8), "BVH"), (Array("Kaydara FBX".utf8), "FBX"),
  ]
}
