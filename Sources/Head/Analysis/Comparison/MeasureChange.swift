public import Diagnostics
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

  /// What the scans are called.
  private let names: ScanNames
  /// Whether one observer picked the landmarks of both.
  private let isOneObserver: Bool

  /// True where the change is larger than the smallest detectable one; nil where either is not known, and for a research
  /// number.
  public var isDetected: Bool? {
    guard let change, let smallestDetectable, !name.isForResearch else { return nil }
    return abs(change) > smallestDetectable
  }

  /// The change between two results of one measure, whose errors are taken as independent.
  ///
  /// The interval is that of Zou & Donner 2008 (method of variance estimates recovery), which keeps the sides of
  /// asymmetric intervals: d − √((b − l_b)² + (u_a − a)²) to d + √((u_b − b)² + (a − l_a)²). The smallest detectable change is
  /// the side of it that faces 0, that is 1.96 · √(σ_a² + σ_b²) (Bland & Altman 1986; COSMIN: de Vet et al. 2006) with the
  /// errors that could feign this change: a growth is feigned by an A measured too small and a B too large. Where nothing
  /// has changed it is the wider side.
  ///
  /// What one observer does wrong in both scans cancels: the part of the intervals that observers add is then left out, of
  /// measures that rest on picked landmarks in both. One convention holds in both scans, so the part of the horizontal is left
  /// out always.
  /// - Parameter isOneObserver: true where one observer is known to have picked the landmarks of both scans.
  public init(
    _ name: MeasureName, from before: MeasureResult, to after: MeasureResult, names: ScanNames = ScanNames(),
    isOneObserver: Bool = false
  ) {
    self.init(name, from: before, to: after, names: names, isOneObserver: isOneObserver, withheld: nil)
  }

  /// The change of the measure with its side; nil for one that has none, and where either scan withholds it.
  public var signed: MeasureChange? {
    guard change != nil, let a = before.ofSide, let b = after.ofSide else { return nil }
    return MeasureChange(name, from: a, to: b, names: names, isOneObserver: isOneObserver)
  }

  /// The change withheld for a reason that is neither scan's; a scan's own reason comes first.
  func withheld(because reason: Finding) -> MeasureChange {
    MeasureChange(name, from: before, to: after, names: names, isOneObserver: isOneObserver, withheld: reason)
  }

  private init(
    _ name: MeasureName, from before: MeasureResult, to after: MeasureResult, names: ScanNames, isOneObserver: Bool,
    withheld: Finding?
  ) {
    (self.name, self.before, self.after, self.names) = (name, before, after, names)
    self.isOneObserver = isOneObserver
    guard let a = before.value, let b = after.value else {
      (change, ci95, smallestDetectable) = (nil, nil, nil)
      let own = { (result: MeasureResult) in
        result.value != nil ? [] : result.reasons.isEmpty ? [Finding(.measureMissing)] : result.reasons
      }
      reasons = own(before).map { names.ofA($0) } + own(after).map { names.ofB($0) }
      return
    }
    let refusal = withheld ?? ((b - a).isFinite ? nil : Finding(.comparisonNotHeads, names.both))
    if let refusal {
      (change, ci95, smallestDetectable, reasons) = (nil, nil, nil, [refusal])
      return
    }
    (change, reasons) = (b - a, [])
    let cancels = isOneObserver && before.dependsOnObserver && after.dependsOnObserver
    let shared: Set<UncertaintySource> = cancels ? [.horizontal, .observer] : [.horizontal]
    let counted = [before.without(shared, name), after.without(shared, name)]
    guard let rangeA = counted[0].ci95, let rangeB = counted[1].ci95 else {
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

/// What two compared scans are called in findings: letters, in the order of the visits.
public struct ScanNames: Sendable, Equatable {
  /// The earlier and the later scan.
  public var a, b: String

  /// Two names; without any, A and B.
  public init(_ a: String = "A", _ b: String = "B") { (self.a, self.b) = (a, b) }

  /// The names as values of a finding.
  var both: [String: FindingValue] { ["a": .text(a), "b": .text(b)] }

  /// The finding as one of the earlier scan alone.
  public func ofA(_ cause: Finding, severity: Finding.Severity? = nil) -> Finding {
    Finding(.comparisonSideA, ["a": .text(a)], severity: severity, causes: [cause])
  }

  /// The finding as one of the later scan alone.
  public func ofB(_ cause: Finding, severity: Finding.Severity? = nil) -> Finding {
    Finding(.comparisonSideB, ["b": .text(b)], severity: severity, causes: [cause])
  }
}
