public import Diagnostics
public import Files
public import Movement
public import Platform

extension OutputKind {
  /// A range of motion.
  public static let motion = OutputKind(
    .phrase("earlier_motion"), mark: "motion.json", holding: "\"calvaria/motion/",
    files: [
      "motion.json", "angles.csv", "angles.mot", "landmarks.trc", "body-landmarks.json", "landmarks.json",
      "report.html", "report.pdf",
      "scan.json", "history.json", "start.jpg", "minimum.jpg", "maximum.jpg", "return.jpg", "left.jpg", "right.jpg",
      "flexion.jpg", "extension.jpg",
    ])
}

/// A range of motion with all that its report is made of, as its folder has it or before it is written. What is missing is said in
/// the report.
public struct MotionFolder: Sendable {
  /// The result.
  public let result: MotionResult
  /// Who was measured, when, by whom and with what.
  public var scan: ScanDescription
  /// Earlier results.
  public var history: [EarlierMotion]
  /// The folder; nil for a result that is being written.
  public let url: URL?
  /// The files that are there and could not be used.
  public internal(set) var unusable: [String]
  /// The angles over time; nil where they are missing or can't be used.
  public let curve: AngleCurve?
  /// The pictures of the extremes, JPEG, by the names of values.
  public var pictures: [String: Data]

  /// No result is larger, in bytes; a larger one is not read.
  static let largestResult = 32 << 20
  private static let (largestPicture, largestHistory) = (16 << 20, 64 << 20)

  /// Whether a path is a folder of `motion`, or the `motion.json` in one.
  public static func isOne(_ path: URL) -> Bool {
    if path.lastPathComponent == "motion.json" { return true }
    return FileManager.default.fileExists(atPath: path.appending(path: "motion.json").path)
  }

  /// The folder of a result.
  ///
  /// - Parameter path: a folder of `motion --output`, or the `motion.json` in it.
  public static func read(_ path: URL) throws(MotionFolderError) -> MotionFolder {
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) != nil
    let file = isFolder ? path.appending(path: "motion.json") : path
    let folder = file.deletingLastPathComponent()
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(file.path, atMost: largestResult) } catch {
      if case .missing = error { throw .missing(path: path.path) }
      throw .strange(file: file.path, found: error.found)
    }
    return try MotionFolder(result: bytes, file: file.path, url: folder) { name, limit in
      do throws(InputFile.Fault) {
        return .some(try InputFile.bytes(folder.appending(path: name).path, atMost: limit))
      } catch { return error == .missing ? .some(nil) : .none }
    }
  }

  /// The result as an earlier one, beside which another one stands.
  ///
  /// - Parameter date: when it was recorded, where that is stated otherwise than in the folder.
  public func earlier(date: String? = nil) -> EarlierMotion {
    EarlierMotion(name: url?.lastPathComponent ?? "", scan: scan, result: result, date: date)
  }

  /// The earlier results that stand beside this one: none of another subject, and none of a later day.
  var historyBeside: [EarlierMotion] {
    history.filter { !$0.scan.isOfAnotherSubject(than: scan) && !$0.scan.isLater(than: scan) }
  }

  /// Why results of the history are left out.
  public var leftOut: [Finding] {
    let others = history.count { $0.scan.isOfAnotherSubject(than: scan) }
    let later = history.count - historyBeside.count - others
    let all: [(FindingCode, Int)] = [(.motionHistoryOtherSubject, others), (.motionHistoryLater, later)]
    return all.filter { $0.1 > 0 }.map { Finding($0.0, ["count": .count($0.1)]) }
  }

  /// A result that is being written. Its findings are read as they will be read, since a file holds fewer of their words, so
  /// that the page is the same whenever it is made.
  ///
  /// - Parameter curve: the angles over time; nil to take them from `angles.csv`.
  public init(files: [(name: String, content: Data)], curve: AngleCurve? = nil) throws(MotionFolderError) {
    let named = { (name: String) in files.first { $0.name == name }.map { [UInt8]($0.content) } }
    try self.init(result: named("motion.json") ?? [], file: "motion.json", url: nil, curve: curve) { name, _ in
      .some(named(name))
    }
  }

  /// - Parameter bytes: the bytes of a file, by its name and the most it may have; a nil within where it is missing, nil where
  ///   it can't be read.
  private init(
    result text: [UInt8], file: String, url: URL?, curve known: AngleCurve? = nil, bytes: (String, Int) -> [UInt8]??
  ) throws(MotionFolderError) {
    result = try .checked(text, file: file)
    self.url = url
    var unusable: [String] = []
    func use(_ name: String, _ limit: Int) -> [UInt8]? {
      guard let found = bytes(name, limit) else {
        unusable.append(name)
        return nil
      }
      return found
    }
    if let known {
      curve = known.isSound ? known : nil
    } else {
      curve = use("angles.csv", AngleCurve.largestBytes).flatMap { table in
        let read = AngleCurve(csv: table)
        if read == nil { unusable.append("angles.csv") }
        return read
      }
    }
    if known != nil, curve == nil { unusable.append("angles.csv") }
    let described = use(ScanDescriptionFile.name, 1 << 17)
    let scan = described.flatMap { try? ScanDescriptionFile.parse(Data($0), name: ScanDescriptionFile.name) }
    if described != nil, scan == nil { unusable.append(ScanDescriptionFile.name) }
    self.scan = scan ?? ScanDescription()
    let earlier = use(MotionHistoryFile.name, Self.largestHistory)
    let history = earlier.flatMap { MotionHistoryFile.read($0) }
    if earlier != nil, history == nil { unusable.append(MotionHistoryFile.name) }
    self.history = history ?? []
    var pictures: [String: Data] = [:]
    for name in MotionQuantity.seen {
      guard let picture = use(name + ".jpg", Self.largestPicture) else { continue }
      if picture.starts(with: [0xFF, 0xD8]) { pictures[name] = Data(picture) } else { unusable.append(name + ".jpg") }
    }
    (self.pictures, self.unusable) = (pictures, unusable)
  }
}

/// Why there is no range of motion to report on.
public enum MotionFolderError: UserFacingError, Equatable {
  /// There is none.
  case missing(path: String)
  /// It is none, or can't be read.
  case strange(file: String, found: FindingValue)
  /// Ranges of motion and heads are named together.
  case mixed(path: String)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.motionResultMissing, at: path)
    case .strange(let file, let found): ErrorMessage(.motionResultStrange, at: file, nil, ["found": found])
    case .mixed(let path): ErrorMessage(.motionResultMixed, at: path)
    }
  }
}
