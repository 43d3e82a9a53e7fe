public import Geometry
public import Platform

/// Who picked landmarks, when and on what, and what of them a program had proposed.
public struct LandmarkPicking: Sendable, Equatable {
  /// The observer's name or code.
  public var observer: String?
  /// When the file was saved, to the second.
  public var time: Date?
  /// What was picked on.
  public var scan: PickedScan?
  /// The version of the program in which it was picked.
  public var program: String?
  /// The landmarks that stand as the program proposed them.
  public var proposals: Set<Landmark> = []
  /// The landmarks that the program proposed and the observer moved.
  public var corrected: Set<Landmark> = []

  /// Nothing said yet.
  public init() {}
}

/// What landmarks were picked on.
public struct PickedScan: Sendable, Hashable {
  /// A recording's frames or a mesh file.
  public enum Kind: String, CaseIterable, Sendable { case recording, mesh }

  /// What it is.
  public let kind: Kind
  /// Its name without a folder.
  public let name: String
  /// The SHA-256 of the mesh file, or of the recording's frames as `provenance` of its result has it.
  public let digest: String?

  /// A scan from its parts; of the name, what a line of 256 bytes holds and no folder.
  public init(_ kind: Kind, name: String, digest: String? = nil) {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    (self.kind, self.name, self.digest) = (kind, PlainLine.cut(last), digest)
  }
}

/// Where landmarks lay in space when their file was saved.
public struct PlacedLandmarks: Sendable, Equatable {
  /// The frame of the points: that in which a recording is tracked, or the mesh file's.
  public enum Frame: String, CaseIterable, Sendable { case scan, mesh }

  /// A point in metres and its standard deviation along each axis (metres), where known.
  public struct Place: Sendable, Equatable {
    /// Metres.
    public var position: Vector3
    /// Metres, above 0.
    public var standardDeviation: Double?

    /// A place from its parts.
    public init(position: Vector3, standardDeviation: Double? = nil) {
      (self.position, self.standardDeviation) = (position, standardDeviation)
    }
  }

  /// The frame of the points.
  public var frame: Frame
  /// The points.
  public var points: [Landmark: Place]

  /// Places from their parts.
  public init(frame: Frame, points: [Landmark: Place] = [:]) { (self.frame, self.points) = (frame, points) }
}

/// What was measured with landmarks when their file was saved.
public struct RecordedMeasures: Sendable, Equatable {
  /// The name of the protocol.
  public var protocolName: String
  /// The measures that have a value, by their key in result files and in the unit that those have.
  public var values: [String: Double]

  /// Measures from their parts.
  public init(protocolName: String, values: [String: Double] = [:]) {
    (self.protocolName, self.values) = (protocolName, values)
  }

  /// No file holds more of them.
  static let most = 200

  /// True for a text that may be the key of a measure.
  static func isKey(_ text: String) -> Bool {
    let letters = "abcdefghijklmnopqrstuvwxyz".utf8
    guard let first = text.utf8.first, letters.contains(first), text.utf8.count <= 64 else { return false }
    return text.utf8.allSatisfy { letters.contains($0) || "0123456789_".utf8.contains($0) }
  }
}

/// Texts of one line, as landmark files hold them.
enum PlainLine {
  /// The text without control characters, cut to 256 bytes at the end of a character.
  static func cut(_ text: String) -> String {
    var (plain, bytes) = ("", 0)
    for character in text where !character.unicodeScalars.contains(where: isControl) {
      bytes += character.utf8.count
      guard bytes <= 256 else { break }
      plain.append(character)
    }
    return plain
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
