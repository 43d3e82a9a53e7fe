/// What is printed on a cap.
public struct Cap: Sendable, Equatable {
  /// The dictionary of its markers.
  public let dictionary: MarkerDictionary
  /// The side of a marker's black square in metres.
  public let markerSize: Double
  /// The ids printed on it, or nil where whatever is seen consistently belongs to it.
  public let ids: Set<Int>?
  /// The thickness of the cloth in metres.
  public let thickness: Double
  /// The thicknesses that a cloth may have, in millimetres; 0 stands for none.
  public static let thicknessesMm = 0.01...20.0
  /// The marker that stands at a landmark, by the landmark's name.
  public let landmarks: [String: Int]
  /// The print on the chest, where there is one.
  public let torso: TorsoPatch?
  /// How its markers stand where it is no cap but a flat board.
  public let board: MarkerBoard?

  /// A cap from its parts.
  public init(
    dictionary: MarkerDictionary, markerSize: Double, ids: Set<Int>?, thickness: Double = 0.001,
    landmarks: [String: Int] = [:], torso: TorsoPatch? = nil, board: MarkerBoard? = nil
  ) {
    self.dictionary = dictionary
    self.markerSize = markerSize
    self.ids = ids
    self.thickness = thickness
    self.landmarks = landmarks
    self.torso = torso
    self.board = board
  }

  /// True when a marker of that id may be on the cap.
  public func contains(_ id: Int) -> Bool { ids?.contains(id) ?? (torso?.ids.contains(id) != true) }
}

extension Cap {
  /// The text of its cap file; landmarks are left out where there are none.
  public var yaml: String {
    var lines = ["dictionary: \(dictionary.name)", "marker_size_mm: \(markerSizeMm)"]
    if let ids { lines.append("ids: [\(ids.sorted().map(String.init).joined(separator: ", "))]") }
    if let board {
      let (pitch, ruler) = (Self.millimetres(board.pitch), Self.millimetres(board.ruler))
      lines.append("board: {columns: \(board.columns), rows: \(board.rows), pitch_mm: \(pitch), ruler_mm: \(ruler)}")
    } else {
      lines.append("thickness_mm: \(Self.millimetres(thickness))")
    }
    if !landmarks.isEmpty {
      let entries = landmarks.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      lines.append("landmarks: {\(entries.joined(separator: ", "))}")
    }
    if let torso {
      let ids = torso.ids.sorted().map(String.init).joined(separator: ", ")
      lines.append("torso: {marker_size_mm: \(Self.millimetres(torso.markerSize)), ids: [\(ids)]}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The side of a marker's black square in millimetres, to the micrometre: no print is finer.
  public var markerSizeMm: Double { Self.millimetres(markerSize) }

  private static func millimetres(_ metres: Double) -> Double { (metres * 1e6).rounded() / 1000 }
}

/// A rigid print on the chest that shows where the torso is, beside a cap.
public struct TorsoPatch: Sendable, Equatable {
  /// The side of a marker's black square in metres.
  public let markerSize: Double
  /// The ids printed on it: at least ``leastMarkers``, and none of the cap's.
  public let ids: Set<Int>
  /// Fewer don't tell a pose well enough.
  public static let leastMarkers = 4

  /// A patch from its parts.
  public init(markerSize: Double, ids: Set<Int>) { (self.markerSize, self.ids) = (markerSize, ids) }
}
