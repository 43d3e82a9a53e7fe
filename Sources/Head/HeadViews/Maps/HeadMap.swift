public import Diagnostics
import Platform

/// Values at the vertices of a head, with what is needed to read them.
public struct HeadMap: Sendable, Equatable {
  /// What is shown.
  public enum Kind: String, CaseIterable, Sendable {
    /// The depth pixels behind a vertex, each counted as one from 30 cm: ``HeadMap/coverage(of:)``.
    case coverage
    /// The standard deviation of the surface along its normal, mm: ``HeadMap/uncertainty(of:)``.
    case uncertainty
    /// How far the surface lies outside its own mirror image, mm: ``HeadMap/asymmetry(of:headFromMesh:workers:)``.
    case asymmetry
    /// How far it lies outside another surface, mm.
    case distance

    /// The unit of the values; empty for a count.
    public var unit: String { self == .coverage ? "px" : "mm" }

    /// The colours.
    public var colors: ColorScale {
      switch self {
      case .coverage, .uncertainty: .sequential
      case .asymmetry, .distance: .diverging
      }
    }

    /// What the values are, in a clause.
    public func note(_ language: Language) -> String {
      switch self {
      case .coverage: language("head.coverage_note")
      case .uncertainty: language("head.uncertainty_note")
      case .asymmetry: language("head.asymmetry_note")
      case .distance: language("head.distance_note")
      }
    }

    /// True where equal steps of colour are equal ratios of values.
    public var isLogarithmic: Bool { self == .coverage }
  }

  public let kind: Kind
  /// A value for each vertex in the unit of the kind; NaN where it is not known.
  public internal(set) var values: [Float]
  /// The values at the ends of the colour scale; those beyond have the colours of the ends.
  public let range: ClosedRange<Double>
  /// A name in place of that of its kind; any text.
  public var name: String?

  /// A map from its parts.
  ///
  /// - Parameter range: its ends must differ, and be above zero for a logarithmic kind.
  public init(_ kind: Kind, values: [Float], range: ClosedRange<Double>, name: String? = nil) {
    precondition(range.lowerBound < range.upperBound && (!kind.isLogarithmic || range.lowerBound > 0))
    (self.kind, self.values, self.range, self.name) = (kind, values, range, name)
  }

  /// Signed distances from another surface, on a scale that is the same on either side of zero.
  ///
  /// - Parameters:
  ///   - metres: a distance for each vertex, positive outside; NaN where there is none.
  ///   - limit: the distance at the ends of the scale, metres.
  public static func distance(_ metres: [Double], limit: Double, name: String? = nil) -> HeadMap {
    HeadMap(
      .distance, values: metres.map { Float(1000 * $0) }, range: (-1000 * limit)...(1000 * limit), name: name)
  }

  /// The name for people.
  public func title(_ language: Language) -> String {
    if let name { return name }
    return switch kind {
    case .coverage: language("head.coverage")
    case .uncertainty: language("head.uncertainty")
    case .asymmetry: language("head.asymmetry")
    case .distance: language("head.distance")
    }
  }

  /// Where a value lies between the ends of the scale, 0 to 1; nil for one that is not known.
  public func position(of value: Float) -> Double? {
    guard value.isFinite else { return nil }
    let place = { (x: Double) in kind.isLogarithmic ? log(max(x, .leastNormalMagnitude)) : x }
    let (low, high) = (place(range.lowerBound), place(range.upperBound))
    return min(1, max(0, (place(Double(value)) - low) / (high - low)))
  }
}
