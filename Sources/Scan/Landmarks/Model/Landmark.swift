import Diagnostics

/// Anatomical points of the head; the raw value is the key used in files.
public enum Landmark: String, CaseIterable, Codable, Sendable, Comparable {
  /// The deepest point of the nasal root, between the eyes.
  case sellion
  /// The notch above the left tragus, in front of the ear canal.
  case tragionLeft = "tragion_left"
  /// The notch above the right tragus.
  case tragionRight = "tragion_right"
  /// The most forward point of the nose.
  case noseTip = "nose_tip"
  /// The most forward midline point of the forehead, between the brows.
  case glabella
  /// The most backward midline point of the head.
  case opisthocranion
  /// The highest point of the head.
  case vertex

  /// The landmarks that the head frame needs.
  public static let required: [Landmark] = [.sellion, .tragionLeft, .tragionRight]

  /// The name for people.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "landmark") }

  /// The same as a value of findings.
  public var shown: FindingValue { .term(rawValue, of: "landmark") }

  /// The order of declaration.
  public static func < (a: Landmark, b: Landmark) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}

/// Where landmarks come from.
public enum LandmarkSource: String, Codable, Sendable {
  /// Picked by an operator, on colour frames or on the surface.
  case picked
  /// Fixed to markers of the cap.
  case cap
  /// Found by a program.
  case automatic
}
