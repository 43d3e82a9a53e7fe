public import Diagnostics
public import Geometry
public import Landmarks
public import Platform

/// What one observer picked on one scan, at one time: a landmark file.
public struct ObserverReading: Sendable, Equatable {
  /// The file, for messages.
  public let file: String
  /// Who picked.
  public let observer: String
  /// The scan on which they picked.
  public let scan: ObservedScan
  /// The content of the file.
  public let landmarks: LandmarkFile

  /// Reads a landmark file.
  ///
  /// - Throws: `FileError`, or ``ObserverStudyError`` where the file does not say who picked or where.
  public static func read(_ url: URL) throws -> ObserverReading {
    try ObserverReading(LandmarkFile.read(url), folder: url.standardizedFileURL.deletingLastPathComponent())
  }

  /// A reading from its file; a file that does not say what was picked on is of the scan that its folder is of.
  init(_ landmarks: LandmarkFile, folder: URL) throws(ObserverStudyError) {
    file = landmarks.name
    guard let observer = landmarks.picking?.observer ?? Self.observer(ofFile: landmarks.name) else {
      throw .unknownObserver(file: landmarks.name)
    }
    self.observer = observer
    scan = landmarks.picking?.scan.map { ObservedScan($0) } ?? ObservedScan(folder: folder)
    self.landmarks = landmarks
    try checkPlaces()
  }

  /// Where a landmark was picked, in metres, in the frame of the scan; nil where it was not.
  public func position(of landmark: Landmark) -> Vector3? {
    switch landmarks.entries[landmark] {
    case .point(let point, _): point
    case .clicks, .vertex: landmarks.placed?.points[landmark]?.position
    case nil: nil
    }
  }

  /// Where the observer picked a landmark, only where they chose the place: where a proposal stands, the program did.
  func ownPosition(of landmark: Landmark) -> Vector3? {
    landmarks.source(of: landmark) == .picked ? position(of: landmark) : nil
  }

  /// The standard deviation along each axis that the program assumed for a landmark, metres.
  func assumedDeviation(of landmark: Landmark, _ options: PickedLandmarkOptions) -> Double? {
    if let placed = landmarks.placed?.points[landmark]?.standardDeviation { return placed }
    switch landmarks.entries[landmark] {
    case .point(_, let stated?), .vertex(_, let stated?): return stated
    case nil: return nil
    case .point, .vertex, .clicks:
      let clicks = max(1, landmarks.clicks(on: landmark).count)
      let click = options.clickDeviation
      return
        (click * click / Double(clicks) + LandmarkEstimate.ClickModel.personFloor
        * LandmarkEstimate.ClickModel.personFloor).squareRoot()
    }
  }

  /// The frame of the positions.
  var frame: PlacedLandmarks.Frame { landmarks.placed?.frame ?? .mesh }

  /// Checks that every landmark has a place, and that it is the one that was picked.
  private func checkPlaces() throws(ObserverStudyError) {
    for (landmark, entry) in landmarks.entries.sorted(by: { $0.key < $1.key }) {
      guard let position = position(of: landmark) else { throw .noPlace(file: file, landmark: landmark) }
      guard case .point = entry, let placed = landmarks.placed else { continue }
      guard placed.frame == .mesh, let there = placed.points[landmark]?.position,
        (there - position).length < Self.samePlace
      else { throw .changed(file: file, landmark: landmark) }
    }
  }

  /// Places that differ by less are the same, metres.
  static let samePlace = 1e-6

  /// The observer that a file of the name `landmarks-A.json` or `landmarks-A-2.json` is of.
  private static func observer(ofFile path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasPrefix("landmarks-"), name.hasSuffix(".json") else { return nil }
    var parts = name.dropFirst("landmarks-".count).dropLast(".json".count).split(separator: "-")
    if parts.count > 1, parts.last.flatMap({ UInt($0) }) != nil { parts.removeLast() }
    return parts.isEmpty ? nil : parts.joined(separator: "-")
  }
}

/// A scan that was picked on.
public struct ObservedScan: Sendable, Hashable {
  /// The scan's name, for people.
  public let name: String
  /// The SHA-256 of the mesh file or of the recording's frames, where it is known.
  public let digest: String?
  /// The text that tells this scan from others.
  private let identity: String

  /// What a landmark file says it was picked on.
  init(_ scan: PickedScan) {
    (name, digest) = (scan.name, scan.digest)
    identity = scan.kind.rawValue + " " + (scan.digest ?? "of the name " + scan.name)
  }

  /// The scan of the files of a folder.
  init(folder: URL) {
    (name, digest, identity) = (folder.lastPathComponent, nil, "folder " + folder.path)
  }

  /// Names do not tell scans apart: a recording may have been copied.
  public static func == (a: ObservedScan, b: ObservedScan) -> Bool { a.identity == b.identity }

  /// By what tells scans apart.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// Why landmark files make no study of observers.
public enum ObserverStudyError: UserFacingError, Equatable {
  /// Neither the file nor its name says who picked.
  case unknownObserver(file: String)
  /// A landmark was picked, but the file does not say where it lies in space.
  case noPlace(file: String, landmark: Landmark)
  /// A landmark was changed after the file was saved.
  case changed(file: String, landmark: Landmark)
  /// Two files hold the same landmarks.
  case copied(file: String, other: String)
  /// Two files of one scan hold a landmark at places that no two observers pick; the distance is in metres.
  case farApart(file: String, other: String, landmark: Landmark, distance: Double)
  /// Files of one scan have their places in different frames.
  case mixedFrames(file: String, other: String)
  /// There are more files than are read.
  case tooMany(files: Int)
  /// No file was picked on the head on which the effect is to be told.
  case otherHead(path: String)

  /// The error as a message.
  public var message: ErrorMessage {
    switch self {
    case .unknownObserver(let file): ErrorMessage(.observersUnknown, at: file)
    case .noPlace(let file, let landmark): ErrorMessage(.observersNoPlace, at: file, .text(landmark.rawValue))
    case .changed(let file, let landmark): ErrorMessage(.observersChanged, at: file, .text(landmark.rawValue))
    case .copied(let file, let other): ErrorMessage(.observersCopied, at: file, nil, ["other": .text(other)])
    case .farApart(let file, let other, let landmark, let distance):
      ErrorMessage(
        .observersFarApart, at: file, .text(landmark.rawValue),
        [
          "other": .text(other), "limit": .millimetres(ObserverLimits.distance), "distance": .millimetres(distance),
        ])
    case .mixedFrames(let file, let other):
      ErrorMessage(.observersMixedFrames, at: file, nil, ["other": .text(other)])
    case .tooMany(let files):
      ErrorMessage(
        .observersTooMany, at: .phrase("landmark_files"),
        ["limit": .count(ObserverLimits.files), "found": .count(files)])
    case .otherHead(let path): ErrorMessage(.observersOtherHead, at: path)
    }
  }
}
