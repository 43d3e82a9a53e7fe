public import Files
import Geometry
import Landmarks

/// How the intervals of the measures are computed.
public struct IntervalOptions: OptionTable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  ///
  /// Evidence: chosen for speed; Docs/evaluation/coverage.md has the intervals with it.
  public var draws = 200
  /// The seed of the draws.
  ///
  /// Evidence: any number does.
  public var seed = 20_240_501
  /// The standard deviation of the radius of a mesh of another scanner at one place, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var surfaceDeviation = 0.0003
  /// The standard deviation of the smooth error of such a mesh at one place, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var bendingDeviation = 0.0001
  /// How far loose cloth may stand off the head, metres; anything from nothing to this is as likely.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var standOff = 0.002
  /// How thick the hair under the cap may be, pressed flat, metres; anything from nothing to this is as likely.
  ///
  /// Evidence: reckoned from the volume of hair that is 3 cm long; Docs/methods/uncertainty.md has the figures.
  public var hair = 0.001
  /// Whether ``hair`` is what somebody stated of this head: a fact of a scan, and no option of a file.
  public private(set) var statesHair = false
  /// The standard deviation by which hair is thicker in one place than in another, as a share of ``hair``.
  ///
  /// Evidence: half of the variance of anything between none and all; Docs/methods/uncertainty.md states it.
  var hairByPlace = 0.2
  /// The share for hair that somebody stated: there is as much somewhere, and may be none elsewhere.
  ///
  /// Evidence: the scatter of simulated patches; Docs/methods/uncertainty.md states it.
  static let statedHairByPlace = 0.37
  /// Observers of landmarks.
  public var observer = ObserverOptions()

  /// The defaults.
  public init() {}

  /// The standard deviation by which hair is thicker in one place than in another, in metres.
  var hairScatter: Double { hair * (statesHair ? Self.statedHairByPlace : hairByPlace) }

  /// The standard deviation by which the cap stands off farther in one place than in another, metres: known of a head that
  /// was scanned without it too, and no option of a file.
  private(set) var standOffScatter = 0.0
  /// Whether a scan without the cap showed what lies under it.
  private(set) var knowsGap = false

  /// Takes what a scan without the cap showed: nothing is left to be assumed of air under it.
  mutating func take(_ gap: CapGap) { (standOff, standOffScatter, knowsGap) = (0, gap.scatter, true) }

  /// States how thick the hair under the cap of this head is at most, in metres.
  mutating func state(hair: Double) { (self.hair, statesHair) = (hair, true) }

  public static let table: [OptionEntry<IntervalOptions>] = [
    .count("draws", \.draws, 2...100_000),
    .count("seed", \.seed, 0...Int(Int32.max)),
    .number("surface_deviation_m", \.surfaceDeviation, 0...0.05),
    .number("bending_m", \.bendingDeviation, 0...0.02),
    .number("stand_off_m", \.standOff, 0...0.05),
    .number("hair_m", \.hair, 0...0.05),
    group("observer", \.observer),
  ]
}

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
  var across = 0.5

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
