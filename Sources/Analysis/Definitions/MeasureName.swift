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

  /// What a measure is taken on.
  public enum Basis: Sendable {
    /// The section.
    case section
    /// The surface above the base plane.
    case volume
    /// The landmarks alone.
    case landmarks
  }

  /// What the measure is taken on.
  public var basis: Basis {
    switch self {
    case .volume, .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack, .asr, .psr, .acai, .pcai:
      .volume
    case .earShift, .axisDifference: .landmarks
    default: .section
    }
  }

  /// The unit of the value: `mm`, `ml`, `%` or `°`.
  public var unit: String {
    switch self {
    case .cranialIndex, .cvai, .cvaiShorter, .oddi, .oclr, .asr, .psr, .acai, .pcai: "%"
    case .volume, .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack: "ml"
    case .axisDifference: "°"
    default: "mm"
    }
  }

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
  /// How a measure loses the side of an asymmetry: `symmetric` ± |signed|.
  ///
  /// Errors act on the signed difference, so draws carry the sign (positive: more on the left, or the left-front diagonal
  /// longer), and only the interval is folded back.
  struct Fold {
    /// The value of perfect symmetry.
    let symmetric: Double
    /// Whether the measure falls as the asymmetry grows.
    let falls: Bool

    /// The measure of a signed value.
    func value(ofSigned signed: Double) -> Double { falls ? symmetric - abs(signed) : symmetric + abs(signed) }

    /// An interval of signed values as an interval of the measure.
    func interval(ofSigned interval: ClosedRange<Double>) -> ClosedRange<Double> {
      let ends = [abs(interval.lowerBound), abs(interval.upperBound)].sorted()
      let (near, far) = (value(ofSigned: interval.contains(0) ? 0 : ends[0]), value(ofSigned: ends[1]))
      return min(near, far)...max(near, far)
    }
  }

  /// The measures of either side whose difference gives the signed value of a measure with a ``fold`` its sign.
  var sides: (left: MeasureName, right: MeasureName) {
    switch self {
    case .asr, .acai: (.volumeLeftFront, .volumeRightFront)
    case .psr, .pcai: (.volumeLeftBack, .volumeRightBack)
    default: (.diagonalLeftFront, .diagonalRightFront)
    }
  }

  /// The fold of a measure that loses the side of the asymmetry, nil for others.
  var fold: Fold? {
    switch self {
    case .cva, .cvai, .cvaiShorter, .acai, .pcai: Fold(symmetric: 0, falls: false)
    case .oddi, .oclr: Fold(symmetric: 100, falls: false)
    case .asr, .psr: Fold(symmetric: 100, falls: true)
    default: nil
    }
  }
}

extension MeasureName {
  /// The volumes of the quadrants: left back, right back, left front, right front.
  static let quadrants: [MeasureName] = [.volumeLeftBack, .volumeRightBack, .volumeLeftFront, .volumeRightFront]
}
