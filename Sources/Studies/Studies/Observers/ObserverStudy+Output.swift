internal import Analysis
public import Diagnostics
internal import Files
internal import Landmarks
public import Platform
internal import Reports

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

  /// The findings on the study, and what to do about them.
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
