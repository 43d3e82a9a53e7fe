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

  /// A cap from its parts.
  public init(
    dictionary: MarkerDictionary, markerSize: Double, ids: Set<Int>?, thickness: Double = 0.001,
    landmarks: [String: Int] = [:], torso: TorsoPatch? = nil
  ) {
    self.dictionary = dictionary
    self.markerSize = markerSize
    self.ids = ids
    self.thickness = thickness
    self.landmarks = landmarks
    self.torso = torso
  }

  /// True when a marker of that id may be on the cap.
  public func contains(_ id: Int) -> Bool { ids?.contains(id) ?? (torso?.ids.contains(id) != true) }
}
