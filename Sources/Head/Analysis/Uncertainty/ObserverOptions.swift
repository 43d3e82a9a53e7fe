import Geometry
import Landmarks
public import Files

/// By how much observers differ in where they pick a landmark, however often each of them clicks.
public struct ObserverOptions: OptionTable {
  /// The standard deviation between observers in each direction along the skin, metres.
  ///
  /// Evidence: published studies, Docs/methods/uncertainty.md (Observers); the number itself is assumed between them.
  public var deviation = 0.001
  /// What the definition of a landmark leaves open to all observers, standard deviation in each direction along the skin,
  /// metres: the root of an infant's nose is a shallow hollow, the notch above a tragus a few millimetres long.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md (Observers).
  public var definition = 0.0007
  /// The deviation across the skin as a share of that along it.
  ///
  /// Evidence: Docs/methods/uncertainty.md (Observers): 0.27 mm in depth, 0.40 and 0.64 mm along the face.
  public internal(set) var across = 0.5

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ObserverOptions>] = [
    .number("deviation_m", \.deviation, 0...0.05),
    .number("definition_m", \.definition, 0...0.05),
  ]

  /// Observers who all pick the same place.
  public static var none: ObserverOptions {
    var options = ObserverOptions()
    (options.deviation, options.definition) = (0, 0)
    return options
  }

  /// The standard deviation along the skin in metres, with what the definition leaves open.
  var alongSkin: Double { (deviation * deviation + definition * definition).squareRoot() }

  /// The mean variance of an axis for a deviation of 1 along the skin.
  package var axisShare: Double { (2 + across * across) / 3 }

  /// The standard deviations of a landmark along X, Y and Z of the head, metres: the skin faces forward at the sellion and
  /// to the side at a tragion. Zero where nobody picked it.
  func deviations(of landmark: Landmark, _ source: LandmarkSource) -> Vector3 {
    guard source == .picked else { return .zero }
    let (along, off) = (alongSkin, across * alongSkin)
    return landmark == .sellion ? [along, off, along] : [off, along, along]
  }
}
