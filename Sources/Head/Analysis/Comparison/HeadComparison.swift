import Diagnostics
import Geometry
import Landmarks
import PointClouds
public import Workers

/// Two scans of one head compared: A the earlier, B the later one.
public struct HeadComparison: Sendable {
  /// How B is registered to A, and how much it has grown.
  public let registration: HeadRegistration
  /// The change of every measure.
  public let changes: [MeasureChange]
  /// B's surface in A's head frame, metres.
  public let surface: HeadSurface
  /// B's landmarks in A's head frame, metres.
  public let landmarks: HeadLandmarks
  /// B's distances from A at B's vertices, at their own sizes.
  public let distances: DistanceMap
  /// Distances of B from A after B was scaled to A's size about the middle of A's ears: what is left is shape.
  public let shape: DistanceMap
  /// Both maps over the vault, and over each part of it.
  public let vault: (distance: DistanceSummary, shape: DistanceSummary)
  /// Both maps over each part of the vault; those without a counterpart are absent.
  public let regions: [VaultRegion: (distance: DistanceSummary, shape: DistanceSummary)]
  /// The sections that were measured, in A's head frame; nil where one is missing.
  public let sections: (before: Section, after: Section)?
  /// Remarks for the reader of the result.
  public let notes: [Finding]

  /// Why growth and changes are withheld: the two scans may be of two heads; nil where they are taken for one.
  public let doubt: Finding?

  /// Compares two scans.
  ///
  /// - Parameters:
  ///   - names: what the scans are called in findings.
  ///   - isOneObserver: true where one observer is known to have picked the landmarks of both.
  ///   - doubt: why they are not of one head, where that is known from elsewhere.
  ///   - workers: the threads that share the points; the result does not depend on them.
  /// - Throws: ``ComparisonError``.
  public static func compare(
    _ a: ComparedHead, _ b: ComparedHead, by method: RegistrationMethod, names: ScanNames = ScanNames(),
    isOneObserver: Bool = false, doubt: Finding? = nil, options: ComparisonOptions = ComparisonOptions(),
    workers: Workers = Workers(count: 1)
  ) throws(ComparisonError) -> HeadComparison {
    let matcher = SurfaceMatcher(a.surface)
    let registration = try HeadRegistration(a, b, matcher: matcher, method: method, options, workers)
    let moved = b.surface.positions.map { registration.aFromB * $0 }
    let surface = HeadSurface(positions: moved, triangles: b.surface.triangles)
    let distances = DistanceMap(moved, from: matcher, workers)
    let shape = DistanceMap(moved.map { $0 / registration.growth }, from: matcher, workers)
    let summaries = Summaries(surface, distances, shape)
    guard let whole = summaries.summary(of: summaries.vertices) else { throw .noFit }
    let plain = MeasureName.allCases.map {
      MeasureChange(
        $0, from: a.results[$0] ?? .missing($0), to: b.results[$0] ?? .missing($0), names: names,
        isOneObserver: isOneObserver)
    }
    let doubt = doubt ?? Self.doubt(registration, names, options)
    let basePlane = plain.first { $0.name == .volume }.flatMap {
      BasePlaneChange($0, b, registration, names: names)
    }
    return HeadComparison(
      registration: registration, changes: withholding(plain, doubt, volumes: basePlane?.obstacle), surface: surface,
      landmarks: b.landmarks.transformed(by: registration.aFromB), distances: distances, shape: shape, vault: whole,
      regions: summaries.regions,
      sections: sections(a, b, surface, registration),
      notes: doubt == nil
        ? notes(a, b, registration, names) + [basePlane?.note].compactMap(\.self) : [],
      doubt: doubt)
  }

  /// Why the two are not taken for one head; nil where they are.
  private static func doubt(
    _ registration: HeadRegistration, _ names: ScanNames, _ options: ComparisonOptions
  ) -> Finding? {
    // Written so that a NaN residual is a doubt too.
    if registration.wholeRMS <= options.largestResidual { return nil }
    return Finding(
      .comparisonNotOneHead,
      [
        "rms_mm": .millimetres(registration.wholeRMS, decimals: 2),
        "limit_mm": .millimetres(options.largestResidual, decimals: 1),
      ]
    ).with(names.both)
  }

  private static func withholding(_ changes: [MeasureChange], _ doubt: Finding?, volumes: Finding?) -> [MeasureChange] {
    changes.map { change in
      if let doubt { return change.withheld(because: doubt) }
      if let volumes, change.name.basis == .volume { return change.withheld(because: volumes) }
      return change
    }
  }

  private static func sections(
    _ a: ComparedHead, _ b: ComparedHead, _ moved: HeadSurface, _ registration: HeadRegistration
  ) -> (Section, Section)? {
    guard let levelA = a.level, let levelB = b.level else { return nil }
    let before = Section(of: a.surface, headFromScan: .identity, level: levelA, bridgedGap: a.bridgedGap)
    let after = Section(
      of: moved, headFromScan: .identity, level: levelB + registration.aFromB.translation.z, bridgedGap: b.bridgedGap)
    return before.points.isEmpty || after.points.isEmpty ? nil : (before, after)
  }

  /// The root mean square distance at one size above which a remark is made, metres. See Docs/evaluation/comparison.md
  /// (One head, or two?).
  static let usualResidual = 0.0010
  /// A head is called smaller where it has shrunk by two standard deviations, of which none is taken below this share.
  /// Assumed.
  private static let leastGrowthDeviation = 0.01
  /// Landmarks that lie this much apart where the surfaces agree are reported, metres. See Docs/methods/comparison.md
  /// (What is refused, what is noted); the number itself is assumed.
  private static let landmarkShift = 0.006
  /// Landmarks that are turned this much against each other where the surfaces agree are reported, degrees. See
  /// Docs/methods/comparison.md (What is refused, what is noted); the number itself is assumed.
  private static let landmarkTurnDegrees = 5.0
  /// A change of side of the CVAI is reported from this change of the signed CVAI on, percentage points. Assumed.
  private static let sideChange = 0.5

  /// Remarks on scans of one head; where they are not known to be, all that these could be about is withheld.
  private static func notes(
    _ a: ComparedHead, _ b: ComparedHead, _ registration: HeadRegistration, _ names: ScanNames
  ) -> [Finding] {
    var notes: [Finding] = []
    if registration.wholeRMS > usualResidual {
      notes.append(Finding(.comparisonResidual, ["rms_mm": .millimetres(registration.wholeRMS, decimals: 2)]))
    }
    if registration.growth < 1 - 2 * max(registration.growthDeviation, leastGrowthDeviation) {
      notes.append(Finding(.comparisonShrunk))
    }
    let (shift, turn) = (registration.differenceFromLandmarks.shift, registration.differenceFromLandmarks.degrees)
    if shift > landmarkShift || turn > landmarkTurnDegrees {
      notes.append(
        Finding(
          .comparisonLandmarks,
          [
            "shift_mm": .millimetres(shift, decimals: 1),
            "angle_degrees": .number(turn, decimals: 1, unit: "°"),
          ]))
    }
    if let sideA = a.results[.cvai]?.signed?.value, let sideB = b.results[.cvai]?.signed?.value, sideA * sideB < 0,
      abs(sideA - sideB) > sideChange
    {
      notes.append(
        Finding(.comparisonSideChanged, ["change": .number(abs(sideB - sideA), decimals: 2)]))
    }
    return notes.map { $0.with(names.both) }
  }
}

extension MeasureResult {
  fileprivate static func missing(_ name: MeasureName) -> MeasureResult {
    MeasureResult(value: nil, unit: name.unit, reasons: [Finding(.measureNotInResult)])
  }
}

/// Sums up distances over the vault and its parts.
private struct Summaries {
  let vertices: [Int]
  private let maps: (distance: DistanceMap, shape: DistanceMap)
  private let areas: [Double]
  private let surface: HeadSurface

  init(_ surface: HeadSurface, _ distances: DistanceMap, _ shape: DistanceMap) {
    let start = VaultRegion.start * (surface.positions.lazy.map { $0.z }.max() ?? 0)
    (self.surface, maps, areas) = (surface, (distances, shape), surface.vertexAreas)
    vertices = surface.positions.indices.filter { surface.positions[$0].z >= start }
  }

  func summary(of vertices: [Int]) -> (distance: DistanceSummary, shape: DistanceSummary)? {
    guard let distance = DistanceSummary(maps.distance.values, areas: areas, of: vertices),
      let shape = DistanceSummary(maps.shape.values, areas: areas, of: vertices)
    else { return nil }
    return (distance, shape)
  }

  var regions: [VaultRegion: (distance: DistanceSummary, shape: DistanceSummary)] {
    Dictionary(grouping: vertices) { VaultRegion(surface.positions[$0]) }.compactMapValues { summary(of: $0) }
  }
}

/// Why two scans can't be compared.
public enum ComparisonError: UserFacingError, Equatable {
  /// The surfaces do not find each other.
  case noFit
  /// One is larger than the other by more than a head grows; the factor from A to B.
  case implausibleGrowth(Double)

  public var message: ErrorMessage {
    let subject = FindingValue.phrase("both", ["a": .text("A"), "b": .text("B")])
    return switch self {
    case .noFit: ErrorMessage(.compareNoFit, at: subject)
    case .implausibleGrowth(let factor):
      ErrorMessage(.compareImplausibleGrowth, at: subject, ["factor": .number(factor, decimals: 3)])
    }
  }
}
