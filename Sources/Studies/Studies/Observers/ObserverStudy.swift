public import Analysis
public import Diagnostics
internal import Files
import Geometry
public import Landmarks
public import Platform
internal import Reports

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
  /// What withholds a part, and what must be known of the rest.
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

extension ObserverStudy {
  /// The study as tables for a terminal.
  ///
  /// - Parameter effect: what the deviations do to the measures of a head, where that was asked for.
  public func table(_ effect: LandmarkEffect? = nil, _ language: Language = .english) -> String {
    let counts: [String: FindingValue] = [
      "observers": .count(observers.count), "scans": .count(scans.count), "files": .count(readings.count),
    ]
    var parts = [language("observers.summary", counts) + "\n", landmarkTable(language)]
    let effects = effectTable(effect, language)
    if !effects.isEmpty { parts.append(effects) }
    if let assumption { parts.append(language("observers.assumption", assumption.values) + "\n") }
    if !findings.isEmpty { parts.append(findings.map { Self.lines($0, language) }.joined()) }
    return parts.joined(separator: "\n")
  }

  /// What is said of the study, and what to do about it.
  private static func lines(_ finding: Finding, _ language: Language) -> String {
    let keys: [Finding.Severity: String] = [.note: "finding.note", .warning: "finding.warning"]
    let key = keys[finding.severity] ?? "observers.withheld"
    let text = language(key, ["text": .text(finding.text(language))]).printable(limit: 1000)
    return text + "\n  " + finding.remedy(language).printable(limit: 1000) + "\n"
  }

  private func landmarkTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: Set(1...11))
    table.addRow(language("observers.landmark_columns").split(separator: ";").map(String.init))
    for item in landmarks {
      let mm = { (metres: Double?) in metres.map { language.number($0 * 1000, digits: 2) } ?? "–" }
      let (intra, inter) = (item.agreement.intra, item.agreement.inter)
      let axes = (0..<3).map { axis in isAlongHeadAxes ? mm(inter?.axes[axis]) : "–" }
      table.addRow(
        [item.landmark.title(language), "\(item.agreement.readings)", "\(item.agreement.repeats)"]
          + Self.cells(intra, 1000, language) + Self.cells(inter, 1000, language) + axes
          + [mm(inter.map { $0.total / 3.0.squareRoot() }), mm(item.assumed)])
    }
    return table.text
  }

  private func effectTable(_ effect: LandmarkEffect?, _ language: Language) -> String {
    var table = TextTable(rightAligned: Set(1...5))
    var isEmpty = true
    table.addRow(language("observers.measure_columns").split(separator: ";").map(String.init))
    for name in ObservedMeasures.compared {
      let title = "\(name.title(language)) \(name.unit)"
      if let item = measures.first(where: { $0.measure == name }) {
        table.addRow(
          [title, "\(item.agreement.readings)"] + Self.cells(item.agreement.intra, 1, language)
            + Self.cells(item.agreement.inter, 1, language) + [language("observers.from_files")])
        isEmpty = false
      }
      if let effect, effect.intra[name] != nil || effect.inter[name] != nil {
        let number = { (value: Double?) in value.map { language.number($0, digits: 2) } ?? "–" }
        table.addRow(
          [title, "", number(effect.intra[name]), "", number(effect.inter[name]), ""]
            + [language("observers.from_landmarks")])
        isEmpty = false
      }
    }
    return isEmpty ? "" : table.text
  }

  /// A deviation and its interval.
  private static func cells(_ deviation: Deviation?, _ factor: Double, _ language: Language) -> [String] {
    guard let deviation else { return ["–", "–"] }
    let number = { (value: Double) in language.number(value * factor, digits: 2) }
    let ends: [String: FindingValue] = [
      "low": .text(number(deviation.interval.lowerBound)), "high": .text(number(deviation.interval.upperBound)),
    ]
    return [number(deviation.total), language("compare.range", ends)]
  }
}

extension Assumption {
  /// The figures as texts have them.
  fileprivate var values: [String: FindingValue] {
    [
      "assumed_mm": .millimetres(assumed, decimals: 2), "observed_mm": .millimetres(observed, decimals: 2),
      "low_mm": .millimetres(interval.lowerBound, decimals: 2),
      "high_mm": .millimetres(interval.upperBound, decimals: 2),
    ]
  }
}

extension ObserverStudy {
  /// The study as JSON (schema `calvaria/observers/1`).
  ///
  /// - Parameter effect: what the deviations do to the measures of a head, where that was asked for.
  public func json(_ effect: LandmarkEffect? = nil) throws -> Data {
    var document = Document(
      status: isComplete ? "complete" : "incomplete", observers: observers, scans: scans.map(\.name),
      files: readings.count, axes: isAlongHeadAxes ? "head" : "scan", landmarks: [:], measures: [:],
      findings: findings)
    for item in landmarks {
      document.landmarks[item.landmark.rawValue] = Document.Landmark(
        readings: item.agreement.readings, repeats: item.agreement.repeats, scans: item.agreement.scans,
        observers: item.agreement.observers, intra: item.agreement.intra.map(Document.Deviation.init(metres:)),
        inter: item.agreement.inter.map(Document.Deviation.init(metres:)), assumedSdMm: rounded(item.assumed * 1000, 4))
    }
    for item in measures {
      document.measures[item.measure.rawValue] = Document.Measure(
        unit: item.measure.unit, readings: item.agreement.readings, repeats: item.agreement.repeats,
        scans: item.agreement.scans, observers: item.agreement.observers,
        intra: item.agreement.intra.map(Document.Spread.init), inter: item.agreement.inter.map(Document.Spread.init))
    }
    document.propagated = effect.map { effect in
      let names = Set(effect.intra.keys).union(effect.inter.keys)
      return names.reduce(into: [:]) { propagated, name in
        propagated[name.rawValue] = .init(
          unit: name.unit, intraSd: effect.intra[name].map { rounded($0, 4) },
          interSd: effect.inter[name].map { rounded($0, 4) })
      }
    }
    document.assumption = assumption.map {
      .init(
        assumedSdMm: rounded($0.assumed * 1000, 4), observedSdMm: rounded($0.observed * 1000, 4),
        ci95: Document.ends($0.interval, 1000), option: $0.option?.key,
        value: $0.option.map { rounded($0.value, 6) })
    }
    return try document.machineJSON()
  }

  private struct Document: Encodable {
    var schema = "calvaria/observers/1"
    let status: String
    let observers, scans: [String]
    let files: Int
    let axes: String
    var landmarks: [String: Landmark]
    var measures: [String: Measure]
    var propagated: [String: Propagated]?
    var assumption: Assumed?
    let findings: [Finding]

    struct Landmark: Encodable {
      let readings, repeats, scans, observers: Int
      let intra, inter: Deviation?
      let assumedSdMm: Double
    }

    struct Deviation: Encodable {
      let sdMm: Double
      let ci95: [Double]
      let freedom: Double
      let axesMm: [Double?]

      init(metres deviation: Studies.Deviation) {
        sdMm = rounded(deviation.total * 1000, 4)
        ci95 = Document.ends(deviation.interval, 1000)
        freedom = rounded(deviation.freedom, 2)
        axesMm = deviation.axes.map { $0.map { rounded($0 * 1000, 4) } }
      }
    }

    struct Measure: Encodable {
      let unit: String
      let readings, repeats, scans, observers: Int
      let intra, inter: Spread?
    }

    struct Spread: Encodable {
      let sd: Double
      let ci95: [Double]
      let freedom: Double

      init(_ deviation: Studies.Deviation) {
        sd = rounded(deviation.total, 4)
        ci95 = Document.ends(deviation.interval, 1)
        freedom = rounded(deviation.freedom, 2)
      }
    }

    struct Propagated: Encodable {
      let unit: String
      let intraSd, interSd: Double?
    }

    struct Assumed: Encodable {
      let assumedSdMm, observedSdMm: Double
      let ci95: [Double]
      let option: String?
      let value: Double?
    }

    static func ends(_ interval: ClosedRange<Double>, _ factor: Double) -> [Double] {
      [rounded(interval.lowerBound * factor, 4), rounded(interval.upperBound * factor, 4)]
    }
  }
}

/// What a study of observers takes.
public enum ObserverLimits {
  /// No more files are read.
  public static let files = 500
  /// No two observers pick a landmark farther apart, metres: one of the files is of another scan or another landmark.
  static let distance = 0.03
}
