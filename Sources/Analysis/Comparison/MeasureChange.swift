import Diagnostics
import Geometry

/// How a measure has changed from one scan to another, and whether that is more than their errors.
public struct MeasureChange: Sendable, Equatable {
  /// What was measured.
  public let name: MeasureName
  /// The results of both scans.
  public let before, after: MeasureResult
  /// After minus before in ``MeasureResult/unit``, or nil where one is withheld.
  public let change: Double?
  /// The 95 % interval of the change, or nil where one of the two has none.
  public let ci95: ClosedRange<Double>?
  /// The smallest change in the direction found that can be told from the errors, or nil where one of the two has no
  /// interval.
  public let smallestDetectable: Double?
  /// Why there is no change to report; empty where there is one.
  public let reasons: [Finding]

  /// True where the change is larger than the smallest detectable one; nil where either is not known.
  public var isDetected: Bool? {
    guard let change, let smallestDetectable else { return nil }
    return abs(change) > smallestDetectable
  }

  /// The change between two results of one measure, whose errors are taken as independent.
  ///
  /// The interval is that of Zou & Donner 2008 (method of variance estimates recovery), which keeps the sides of
  /// asymmetric intervals: d − √((b − l_b)² + (u_a − a)²) to d + √((u_b − b)² + (a − l_a)²). The smallest detectable change is
  /// the side of it that faces 0, that is 1.96 · √(σ_a² + σ_b²) (Bland & Altman 1986; COSMIN: de Vet et al. 2006) with the
  /// errors that could feign this change: a growth is feigned by an A measured too small and a B too large. Where nothing
  /// has changed it is the wider side.
  public init(_ name: MeasureName, from before: MeasureResult, to after: MeasureResult) {
    self.init(name, from: before, to: after, withheld: nil)
  }

  /// The same withheld for a reason that is neither scan's; a scan's own reason comes first.
  func withheld(because reason: Finding) -> MeasureChange {
    MeasureChange(name, from: before, to: after, withheld: reason)
  }

  private init(_ name: MeasureName, from before: MeasureResult, to after: MeasureResult, withheld: Finding?) {
    (self.name, self.before, self.after) = (name, before, after)
    guard let a = before.value, let b = after.value else {
      (change, ci95, smallestDetectable) = (nil, nil, nil)
      reasons = [(FindingCode.comparisonSideA, before), (.comparisonSideB, after)].filter { $0.1.value == nil }
        .flatMap { code, result in
          (result.reasons.isEmpty ? [Finding(.measureMissing)] : result.reasons).map { Finding(code, causes: [$0]) }
        }
      return
    }
    let refusal = withheld ?? ((b - a).isFinite ? nil : Finding(.comparisonNotHeads))
    if let refusal {
      (change, ci95, smallestDetectable, reasons) = (nil, nil, nil, [refusal])
      return
    }
    (change, reasons) = (b - a, [])
    guard let rangeA = before.ci95, let rangeB = after.ci95 else {
      (ci95, smallestDetectable) = (nil, nil)
      return
    }
    let (lowA, highA) = (max(0, a - rangeA.lowerBound), max(0, rangeA.upperBound - a))
    let (lowB, highB) = (max(0, b - rangeB.lowerBound), max(0, rangeB.upperBound - b))
    let (below, above) = (Self.root(lowB, highA), Self.root(highB, lowA))
    ci95 = ClosedRange(finite: b - a - below, b - a + above)
    smallestDetectable = ci95 == nil ? nil : b > a ? below : b < a ? above : max(below, above)
  }

  private static func root(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
