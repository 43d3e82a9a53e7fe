/// What is measured; the raw value is the key in result files.
public enum MeasureName: String, CaseIterable, Codable, Sendable {
  case length, width
  case cranialIndex = "cranial_index"
  case circumference, perimeter
  case diagonalLeftFront = "diagonal_left_front"
  case diagonalRightFront = "diagonal_right_front"
  case cva, cvai
  case cvaiShorter = "cvai_shorter"
  case oddi
  case earShift = "ear_shift"
  case axisDifference = "ap_axis_difference"

  /// The unit of the value: `mm`, `%` or `°`.
  public var unit: String {
    switch self {
    case .cranialIndex, .cvai, .cvaiShorter, .oddi: "%"
    case .axisDifference: "°"
    default: "mm"
    }
  }

  /// The name for people.
  public var title: String {
    switch self {
    case .length: "Length (OFD)"
    case .width: "Width (BPD)"
    case .cranialIndex: "Cranial index"
    case .circumference: "Circumference"
    case .perimeter: "Contour length"
    case .diagonalLeftFront: "Diagonal, left front"
    case .diagonalRightFront: "Diagonal, right front"
    case .cva: "CVA"
    case .cvai: "CVAI"
    case .cvaiShorter: "CVAI over the shorter"
    case .oddi: "ODDI"
    case .earShift: "Ear shift"
    case .axisDifference: "Axis difference"
    }
  }

  /// What the value means, in one clause.
  public var definition: String {
    switch self {
    case .length: "extent of the section from back to front"
    case .width: "extent of the section from left to right, ears excluded"
    case .cranialIndex: "100 · width / length"
    case .circumference: "perimeter of the section's convex hull, as a tape lies"
    case .perimeter: "length of the section's closed contour"
    case .diagonalLeftFront: "through the centre, from left front to right back"
    case .diagonalRightFront: "through the centre, from right front to left back"
    case .cva: "difference of the diagonals"
    case .cvai: "100 · CVA / longer diagonal"
    case .cvaiShorter: "100 · CVA / shorter diagonal"
    case .oddi: "100 · longer diagonal / shorter diagonal"
    case .earShift: "how much farther forward the right tragion lies than the left"
    case .axisDifference: "angle from the sellion axis to the ear-line axis; positive where the right ear lies forward"
    }
  }
}

/// A measured value with its unit and uncertainty, or why it is withheld.
public struct MeasureResult: Sendable, Equatable {
  /// The value in ``unit``, or nil where it is withheld.
  public var value: Double?
  /// `mm`, `%` or `°`.
  public var unit: String
  /// The 95 % interval in ``unit``, or nil where it was not computed.
  public var ci95: ClosedRange<Double>?
  /// Why the value is withheld, or nil where it is not.
  public var reason: String?

  /// A result from its parts.
  public init(value: Double?, unit: String, ci95: ClosedRange<Double>? = nil, reason: String? = nil) {
    self.value = value
    self.unit = unit
    self.ci95 = ci95
    self.reason = reason
  }
}
