public import Diagnostics
public import Files
import Geometry
public import Platform
import Reports

extension OutputKind {
  /// The acceptance of a phone.
  public static let acceptance = OutputKind(
    .phrase("earlier_acceptance"), mark: "acceptance.json", holding: "\"calvaria/acceptance/",
    files: ["acceptance.json", "acceptance.html", DeviceFile.name])
}

extension Acceptance {
  /// Its files by name; the page is in a language. A phone that fails gets no device file: no scan is to take it.
  public func files(_ language: Language = .english) throws -> [(name: String, content: Data)] {
    [
      ("acceptance.json", try json()), ("acceptance.html", Data(AcceptancePage(self, language).html().utf8)),
    ] + (verdict == .fail ? [] : [(DeviceFile.name, Data(device.yaml.utf8))])
  }

  /// A line for each thing that was judged, and the verdict.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable()
    for line in lines { table.add(line.title(language), line.text(language), line.verdict.text(language)) }
    return table.text + "\n" + language("acceptance.verdict_\(verdict.rawValue)") + "\n"
  }

  /// Everything that was found, for programs.
  public func json() throws -> Data { try File(self).machineJSON() }

  private struct File: Encodable {
    struct Line: Encodable {
      let key: String
      let atCm: [Double]?
      let value: Double?
      let ci95: [Double]?
      let unit: String
      let tolerance: Double
      let limit, reach: Double?
      let verdict: String
    }

    struct Views: Encodable {
      let count: Int
      let distancesCm, tiltDegrees: [Double]
    }

    let schema = "calvaria/acceptance/1"
    let version = CalvariaVersion.current
    let name, date, verdict: String
    let isRulerMeasured: Bool
    let lines: [Line]
    let lens: [Estimate]
    let lensChi2: Double
    let depthFieldMm: [Estimate]
    let views: Views
    let findings: [String]
    let inputs: [String: String]

    init(_ acceptance: Acceptance) {
      let (board, device) = (acceptance.calibration, acceptance.device)
      (name, date, verdict) = (device.name, device.date, acceptance.verdict.rawValue)
      isRulerMeasured = acceptance.isMeasured
      lines = acceptance.lines.map { line in
        let shown = line.value.mapped { rounded($0, line.decimals + 2) }
        return Line(
          key: line.key, atCm: line.at.map { [$0.lowerBound, $0.upperBound].map { rounded($0, 3) } },
          value: shown.value.isFinite ? shown.value : nil, ci95: shown.ci95?.ends, unit: line.unit,
          tolerance: rounded(line.tolerance, 3), limit: line.limit.isFinite ? rounded(line.limit, 3) : nil,
          reach: line.reach, verdict: line.verdict.rawValue)
      }
      lens = board.lens.map { $0.mapped { rounded($0, 5) } }
      lensChi2 = rounded(board.lensSignificance, 1)
      depthFieldMm = board.depth.field.map { $0.mapped { rounded(1000 * $0, 4) } }
      let range = board.views.distances
      views = Views(
        count: board.views.count,
        distancesCm: [range.lowerBound, range.upperBound].map { rounded(100 * $0, 1) },
        tiltDegrees: [board.views.tilt.upright, board.views.tilt.level].map { rounded($0 * 180 / .pi, 1) })
      findings = acceptance.findings.map { $0.text() }
      inputs = acceptance.digests
    }
  }
}

extension AcceptanceVerdict {
  /// A word for it.
  func text(_ language: Language) -> String { language("acceptance.is_\(rawValue)") }
}

extension AcceptanceLine {
  /// What it is.
  func title(_ language: Language) -> String {
    var values: [String: FindingValue] = [:]
    if let at {
      values = [
        "near": .number(at.lowerBound, decimals: 0), "far": .number(at.upperBound, decimals: 0, unit: "cm"),
      ]
    }
    return language("acceptance.line_\(key)", values)
  }

  /// Its value with its interval.
  func text(_ language: Language) -> String {
    guard value.value.isFinite else { return language("acceptance.withheld") }
    let number = { (value: Double) in language.number(value, digits: decimals) }
    let shown = number(value.value) + " " + unit
    return value.ci95.map { shown + "  [" + number($0.lowerBound) + ", " + number($0.upperBound) + "]" } ?? shown
  }

  /// What is asked of it.
  func limits(_ language: Language) -> String {
    var values: [String: FindingValue] = ["tolerance": .number(tolerance, decimals: 2, unit: unit)]
    if limit.isFinite { values["limit"] = .number(limit, decimals: limit < 10 ? 1 : 0, unit: unit) }
    values["reach"] = reach.map { .number($0, decimals: 1, unit: unit) }
    return language("acceptance.limits", values)
  }
}
