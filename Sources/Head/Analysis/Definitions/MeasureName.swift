import Diagnostics

/// What is measured; the raw value is the key in result files.
public enum MeasureName: String, CaseIterable, Codable, Sendable {
  case length, width
  case cranialIndex = "cranial_index"
  case circumference, perimeter
  case diagonalLeftFront = "diagonal_left_front"
  case diagonalRightFront = "diagonal_right_front"
  case cva, cvai
  case cvaiShorter = "cvai_shorter"
  case oddi, oclr, rsi
  case volume
  case volumeLeftFront = "volume_left_front"
  case volumeRightFront = "volume_right_front"
  case volumeLeftBack = "volume_left_back"
  case volumeRightBack = "volume_right_back"
  case asr, psr, acai, pcai
  case earShift = "ear_shift"
  case axisDifference = "ap_axis_difference"
  case vnoAngle = "vno_angle"
  case frontWidth5 = "front_width_5"
  case frontWidth10 = "front_width_10"
  case frontWidth20 = "front_width_20"
  case frontRadiusDifference = "front_radius_difference"
  case backRadiusDifference = "back_radius_difference"

  /// What a measure is taken on.
  public enum Basis: Sendable {
    /// The section.
    case section
    /// The surface above the base plane.
    case volume
    /// The landmarks alone.
    case landmarks
    /// The outline from the side.
    case profile
  }

  /// What the measure is taken on.
  public var basis: Basis { traits.basis }

  /// Whether it is a research number: it has no norm, no grade, no verdict, and no say in whether a scan is complete.
  public var isForResearch: Bool { basis == .profile || frontShare != nil || radiusDegrees != nil }

  /// How far behind the front a width lies, as a share of the length; nil for other measures.
  var frontShare: Double? {
    switch self {
    case .frontWidth5: 0.05
    case .frontWidth10: 0.1
    case .frontWidth20: 0.2
    default: nil
    }
  }

  /// How far from the front the left and the right radius lie whose difference it is, degrees; nil for other measures.
  var radiusDegrees: Int? {
    switch self {
    case .frontRadiusDifference: 30
    case .backRadiusDifference: 150
    default: nil
    }
  }

  /// The unit of the value: `mm`, `ml`, `%` or `°`.
  public var unit: String { traits.unit }

  /// The angle of plagiocephalometry's diagonals, those of the OCLR, in degrees from the midline.
  static let oclrAngleDegrees = 40.0

  /// The value of a symmetric head; nil for a measure that asymmetry does not move.
  public var symmetricValue: Double? { fold?.symmetric }

  /// How a measure changes with the size of the head: in proportion to this power of it.
  var power: Double {
    switch unit {
    case "mm": 1
    case "ml": 3
    default: 0
    }
  }
}

extension MeasureName {
  /// What is known of a measure beside its value: all that a new measure must define.
  struct Traits: Sendable {
    /// `mm`, `ml`, `%` or `°`.
    let unit: String
    let basis: Basis
    /// What it can be on a human head, in its unit; Docs/methods/measures.md says where the ends come from.
    let plausible: ClosedRange<Double>
    /// What it is computed from: where one of these is impossible, so is the measure.
    var sources: [MeasureName] = []
    /// How it loses the side of an asymmetry; nil where it has none to lose.
    var fold: Fold?
    /// Its standard deviation due to the surface's noise; that of a volume comes from ``VolumeMeasures``.
    var deviation: @Sendable (Noise) -> Double = { _ in 0 }
  }

  /// The noise of the surface's radius at each place, and the measures on which it acts.
  ///
  /// Extents and diagonals have two ends, the difference of the diagonals four; a contour averages twelve places.
  struct Noise {
    /// The standard deviation of the radius in millimetres.
    let mm: Double
    let values: [MeasureName: Double]

    var twoEnds: Double { mm * 2.0.squareRoot() }
    var contour: Double { 2 * .pi * mm / 12.0.squareRoot() }
    var longer: Double { max(diagonal(.diagonalLeftFront), diagonal(.diagonalRightFront)) }
    var shorter: Double { min(diagonal(.diagonalLeftFront), diagonal(.diagonalRightFront)) }

    /// The noise of a front width: of its two ends on a slanted outline, of the length's two that say where it lies, and of the
    /// width. The slant is that of an ellipse with these two widths.
    func ofFrontWidth(_ name: MeasureName) -> Double {
      let (l, w) = (values[.length] ?? .nan, values[.width] ?? .nan)
      let (share, ratio) = (name.frontShare ?? .nan, (values[name] ?? .nan) / 100)
      let slant = w / l * (1 - 2 * share) / ratio
      let ends = 2 * (1 + slant * slant)
      let place = 4 * slant * slant * ((1 - share) * (1 - share) + share * share)
      return 100 * mm / w * (ends + place + 2 * ratio * ratio).squareRoot()
    }

    private func diagonal(_ name: MeasureName) -> Double { values[name] ?? .nan }
  }
}

extension MeasureName {
  var traits: Traits { Self.allTraits[self]! }

  private static let allTraits = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.own) })

  private static let diagonals = [MeasureName.length, .diagonalLeftFront, .diagonalRightFront]
  private static let fronts = [MeasureName.volumeLeftFront, .volumeRightFront]
  private static let backs = [MeasureName.volumeLeftBack, .volumeRightBack]

  private var own: Traits {
    switch self {
    case .length: .init(unit: "mm", basis: .section, plausible: 60...350) { $0.twoEnds }
    case .width: .init(unit: "mm", basis: .section, plausible: 45...300) { $0.twoEnds }
    case .cranialIndex:
      .init(unit: "%", basis: .section, plausible: 45...135, sources: [.length, .width]) { noise in
        let (l, w) = (noise.values[.length] ?? .nan, noise.values[.width] ?? .nan)
        return 100 * w / l * noise.mm * (2 / (l * l) + 2 / (w * w)).squareRoot()
      }
    case .circumference: .init(unit: "mm", basis: .section, plausible: 180...1050) { $0.contour }
    case .perimeter: .init(unit: "mm", basis: .section, plausible: 180...1150) { $0.contour }
    // The diagonals' centre lies half-way along the length.
    case .diagonalLeftFront, .diagonalRightFront:
      .init(unit: "mm", basis: .section, plausible: 50...350, sources: [.length]) { $0.twoEnds }
    case .cva:
      .init(unit: "mm", basis: .section, plausible: 0...80, sources: Self.diagonals, fold: .diagonals) { 2 * $0.mm }
    case .cvai:
      .init(unit: "%", basis: .section, plausible: 0...35, sources: Self.diagonals, fold: .diagonals) {
        200 * $0.mm / $0.longer
      }
    case .cvaiShorter:
      .init(unit: "%", basis: .section, plausible: 0...54, sources: Self.diagonals, fold: .diagonals) {
        200 * $0.mm / $0.shorter
      }
    case .oddi:
      .init(unit: "%", basis: .section, plausible: 100...154, sources: Self.diagonals, fold: .ratioOfDiagonals) {
        200 * $0.mm / $0.shorter
      }
    // The diagonals at 40° are about as long as those of the protocol; where these are missing, as the width.
    case .oclr:
      .init(unit: "%", basis: .section, plausible: 100...154, sources: [.length], fold: .ratioOfDiagonals) {
        200 * $0.mm / ($0.shorter.isFinite ? $0.shorter : $0.values[.width] ?? .nan)
      }
    // A sum of 22 radii, two at each of eleven independent places.
    case .rsi:
      .init(unit: "mm", basis: .section, plausible: 0...400, sources: [.length]) { 2 * 11.0.squareRoot() * $0.mm }
    case .volume: .init(unit: "ml", basis: .volume, plausible: 50...8000, sources: Self.quadrants)
    case .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack:
      .init(unit: "ml", basis: .volume, plausible: 5...3500)
    case .asr: .init(unit: "%", basis: .volume, plausible: 25...100, sources: Self.fronts, fold: .shareOfFronts)
    case .psr: .init(unit: "%", basis: .volume, plausible: 25...100, sources: Self.backs, fold: .shareOfBacks)
    case .acai: .init(unit: "%", basis: .volume, plausible: 0...75, sources: Self.fronts, fold: .fronts)
    case .pcai: .init(unit: "%", basis: .volume, plausible: 0...75, sources: Self.backs, fold: .backs)
    case .earShift: .init(unit: "mm", basis: .landmarks, plausible: -60...60)
    case .axisDifference: .init(unit: "°", basis: .landmarks, plausible: -15...15)
    // Its noise comes from ``Profile``.
    case .vnoAngle: .init(unit: "°", basis: .profile, plausible: 10...90)
    case .frontWidth5, .frontWidth10, .frontWidth20:
      .init(unit: "%", basis: .section, plausible: 5...110, sources: [.length, .width]) { [self] in
        $0.ofFrontWidth(self)
      }
    // Two radii, each about as long as half the section.
    case .frontRadiusDifference, .backRadiusDifference:
      .init(unit: "%", basis: .section, plausible: -50...50, sources: [.length]) {
        200 * $0.twoEnds / ($0.values[.length] ?? .nan)
      }
    }
  }
}

extension MeasureName {
  /// How a measure loses the side of an asymmetry: `symmetric` ± |signed|.
  ///
  /// Errors act on the signed difference, so draws carry the sign (positive: more on the left, or the left-front diagonal
  /// longer), and only the interval is folded back.
  struct Fold: Sendable {
    /// The measures of either side whose difference, left minus right, has the sign.
    let left, right: MeasureName
    /// The value of perfect symmetry.
    let symmetric: Double
    /// Whether the measure falls as the asymmetry grows.
    var falls = false

    static let diagonals = Fold(left: .diagonalLeftFront, right: .diagonalRightFront, symmetric: 0)
    static let ratioOfDiagonals = Fold(left: .diagonalLeftFront, right: .diagonalRightFront, symmetric: 100)
    static let fronts = Fold(left: .volumeLeftFront, right: .volumeRightFront, symmetric: 0)
    static let backs = Fold(left: .volumeLeftBack, right: .volumeRightBack, symmetric: 0)
    static let shareOfFronts = Fold(left: .volumeLeftFront, right: .volumeRightFront, symmetric: 100, falls: true)
    static let shareOfBacks = Fold(left: .volumeLeftBack, right: .volumeRightBack, symmetric: 100, falls: true)

    /// The measure of a signed value.
    func value(ofSigned signed: Double) -> Double { falls ? symmetric - abs(signed) : symmetric + abs(signed) }

    /// An interval of signed values as an interval of the measure.
    func interval(ofSigned interval: ClosedRange<Double>) -> ClosedRange<Double> {
      let ends = [abs(interval.lowerBound), abs(interval.upperBound)].sorted()
      let (near, far) = (value(ofSigned: interval.contains(0) ? 0 : ends[0]), value(ofSigned: ends[1]))
      return min(near, far)...max(near, far)
    }
  }

  /// The fold of a measure that loses the side of the asymmetry, nil for others.
  var fold: Fold? { traits.fold }
}

extension MeasureName {
  /// The volumes of the quadrants: left back, right back, left front, right front.
  static let quadrants: [MeasureName] = [.volumeLeftBack, .volumeRightBack, .volumeLeftFront, .volumeRightFront]
}

extension MeasureName {
  /// The name for people.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "measure") }

  /// The name for people in a list of all measures, where those for research are marked.
  public func listed(_ language: Language) -> String {
    isForResearch ? language("table.research", ["measure": .text(title(language))]) : title(language)
  }

  /// What the value means, in one clause.
  public func definition(_ language: Language = .english) -> String { language.term(rawValue, of: "definition") }
}
