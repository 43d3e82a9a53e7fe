public import Analysis
public import Diagnostics
public import Landmarks

/// What several observers picked on the same scans, and how well they agree.
public struct ObserverStudy: Sendable {
  /// The files.
  public let readings: [ObserverReading]
  /// The scans, in the order of the files.
  public let scans: [ObservedScan]
  /// The observers by name.
  public let observers: [String]
  /// The landmarks that were picked at least twice on a scan.
  public let landmarks: [LandmarkAgreement]
  /// True where deviations are along the axes of the head.
  public let isAlongHeadAxes: Bool
  /// The measures that the files have.
  public let measures: [MeasureAgreement]
  /// The observed deviation of the three landmarks against the one that the program assumes.
  public let assumption: Assumption?
  /// The reasons for which a part is withheld, and notes on the rest.
  public let findings: [Finding]

  /// The study of some landmark files.
  ///
  /// - Parameters:
  ///   - options: what the program assumes of clicks.
  ///   - observer: what it assumes of observers.
  /// - Throws: ``ObserverStudyError`` for files that are no independent readings of the same scans.
  public init(
    _ readings: [ObserverReading], options: PickedLandmarkOptions = PickedLandmarkOptions(),
    observer: ObserverOptions = ObserverOptions()
  ) throws(ObserverStudyError) {
    try Self.check(readings)
    self.readings = readings
    scans = readings.reduce(into: []) { if !$0.contains($1.scan) { $0.append($1.scan) } }
    observers = Set(readings.map(\.observer)).sorted()
    let places = ObservedPlaces(readings, scans, observers)
    isAlongHeadAxes = places.isAlongHeadAxes
    landmarks = Landmark.allCases.compactMap { landmark in
      places.agreement(on: landmark).map {
        LandmarkAgreement(landmark: landmark, agreement: $0, assumed: places.assumed(landmark, options, observer))
      }
    }
    let measured = ObservedMeasures(readings, scans, observers)
    measures = measured.agreements
    assumption = Assumption(landmarks, options, observer)
    findings =
      places.findings + measured.findings + Self.findings(of: landmarks) + Self.findings(of: readings)
      + [assumption?.finding].compactMap(\.self)
  }

  /// True where both deviations are known for the three landmarks that make the head frame.
  public var isComplete: Bool {
    Landmark.required.allSatisfy { landmark in
      landmarks.contains { $0.landmark == landmark && $0.agreement.intra != nil && $0.agreement.inter != nil }
    }
  }

  /// The mean place of every landmark on a scan, each observer counted once: metres, in the scan's own frame.
  public func means(on scan: ObservedScan) -> HeadLandmarks {
    ObservedPlaces.means(readings.filter { $0.scan == scan })
  }

  /// The scan of a digest; of files that name none, their only scan.
  public func scan(ofDigest digest: String?) -> ObservedScan? {
    if let digest, let known = scans.first(where: { $0.digest == digest }) { return known }
    return scans.count == 1 && scans[0].digest == nil ? scans[0] : nil
  }

  // MARK: Checks

  private static func check(_ readings: [ObserverReading]) throws(ObserverStudyError) {
    guard readings.count <= ObserverLimits.files else { throw .tooMany(files: readings.count) }
    for (index, reading) in readings.enumerated() {
      for other in readings[..<index] where other.scan == reading.scan { try check(reading, beside: other) }
    }
  }

  private static func check(
    _ reading: ObserverReading, beside other: ObserverReading
  ) throws(ObserverStudyError) {
    let areEmpty = reading.landmarks.entries.isEmpty || other.landmarks.entries.isEmpty
    guard reading.frame == other.frame || areEmpty else { throw .mixedFrames(file: reading.file, other: other.file) }
    var (common, isCopy) = (0, true)
    for landmark in Landmark.allCases {
      guard let a = reading.ownPosition(of: landmark), let b = other.ownPosition(of: landmark) else { continue }
      let distance = (a - b).length
      guard distance <= ObserverLimits.distance else {
        throw .farApart(file: reading.file, other: other.file, landmark: landmark, distance: distance)
      }
      common += 1
      // Two observers can pick one vertex, but not one place to a nanometre.
      if case .vertex = reading.landmarks.entries[landmark] { isCopy = false }
      if distance > 1e-9 { isCopy = false }
    }
    if common > 0, isCopy { throw .copied(file: reading.file, other: other.file) }
  }

  // MARK: Findings

  private static func findings(of landmarks: [LandmarkAgreement]) -> [Finding] {
    let required = landmarks.filter { Landmark.required.contains($0.landmark) }
    var findings: [Finding] = []
    if required.count < Landmark.required.count {
      let missing = Landmark.required.filter { landmark in !required.contains { $0.landmark == landmark } }
      findings.append(Finding(.observersTooFewPicks).about(missing))
    }
    let single = required.filter { $0.agreement.intra == nil }.map(\.landmark)
    if !single.isEmpty { findings.append(Finding(.observersNoRepeats).about(single)) }
    let alone = required.filter { $0.agreement.inter == nil }.map(\.landmark)
    if !alone.isEmpty { findings.append(Finding(.observersOneObserver).about(alone)) }
    return findings
  }

  private static func findings(of readings: [ObserverReading]) -> [Finding] {
    var findings: [Finding] = []
    let all = readings.flatMap { reading in
      reading.landmarks.entries.keys.filter { reading.landmarks.source(of: $0) != .picked }
    }
    if !all.isEmpty { findings.append(Finding(.observersProposals).about(Set(all).sorted())) }
    let corrected = readings.reduce(into: Set<Landmark>()) { $0.formUnion($1.landmarks.picking?.corrected ?? []) }
    if !corrected.isEmpty { findings.append(Finding(.observersCorrected).about(corrected.sorted())) }
    let groups = Dictionary(grouping: readings.filter { $0.frame == .scan }, by: \.scan).values
    if groups.contains(where: { Set($0.compactMap { $0.landmarks.picking?.program }).count > 1 }) {
      findings.append(Finding(.observersPrograms))
    }
    if let hours = shortestPause(readings), hours < leastPause {
      findings.append(Finding(.observersSoon, ["hours": .number(hours, decimals: 1)]))
    }
    return findings
  }

  /// Repeats that follow sooner are remembered, hours.
  private static let leastPause = 24.0

  /// The shortest time between two readings of a scan by one observer, hours; nil where none is known.
  private static func shortestPause(_ readings: [ObserverReading]) -> Double? {
    let cells = Dictionary(grouping: readings, by: { Cell(scan: $0.scan, observer: $0.observer) }).values
    return cells.flatMap { cell in
      let times = cell.compactMap { $0.landmarks.picking?.time?.timeIntervalSince1970 }.sorted()
      return zip(times, times.dropFirst()).map { ($1 - $0) / 3600 }
    }.min()
  }

  private struct Cell: Hashable {
    let scan: ObservedScan
    let observer: String
  }
}

/// How well observers agree on a landmark.
public struct LandmarkAgreement: Sendable, Equatable {
  /// The landmark.
  public let landmark: Landmark
  /// Metres; along the head's axes (right, forward, up) where ``ObserverStudy/isAlongHeadAxes``, else along those of the scan.
  public let agreement: Agreement
  /// The standard deviation along each axis that the program assumed, metres.
  public let assumed: Double
}

/// How well observers agree on a measure, as their files have it.
public struct MeasureAgreement: Sendable, Equatable {
  /// The measure.
  public let measure: MeasureName
  /// In the unit of the measure; of CVAI and CVA with the side of the asymmetry.
  public let agreement: Agreement
}

/// The limits of a study of observers.
public enum ObserverLimits {
  /// No more files are read.
  public static let files = 500
  /// No two observers pick a landmark farther apart, metres: one of the files is of another scan or another landmark.
  static let distance = 0.03
}
