internal import Diagnostics
internal import Movement
internal import Reports

/// Sentences about a range of motion.
struct MotionWords {
  let language: Language

  /// The state in two or three words.
  func badge(_ state: String) -> String { language("badge." + state) }

  /// The state in a sentence.
  func state(_ result: MotionResult) -> String {
    let withheld = result.quantities.filter { $0.value == nil }.map { FindingValue.term($0.key, of: "motion_value") }
    switch result.measuredState {
    case "measured": return language("motion.state_measured")
    case "not_measured": return language("motion.state_not_measured")
    default:
      return withheld.isEmpty
        ? language("motion.state_measured") : language("motion.state_in_part", ["values": .list(withheld)])
    }
  }

  /// How the angle is defined, and in what it was measured.
  func definition(_ result: MotionResult) -> String {
    let angle = language.term("\(result.joint.rawValue)-\(result.movement.rawValue)", of: "motion_definition")
    let source: String
    if result.source.dimensions == 2, result.joint == .neck, result.movement == .rotation {
      source = language("motion.by_head_model")
    } else if result.source.dimensions == 2 {
      var values: [String: FindingValue] = [:]
      values["view"] = result.view.map { .term($0.rawValue, of: "motion_view") }
      values["turn"] = result.direction.map { .term($0.rawValue, of: "turn") }
      source = language("motion.in_picture", values)
    } else {
      source = language("motion.in_space")
    }
    let sequence = result.neckText(language).map { $0 + ". " }
    return angle + " " + source + " " + (sequence ?? "") + language("motion.values_defined")
  }

  /// What an interval covers.
  func covers(_ names: [String]) -> String {
    names.map { language.term($0.printable(limit: 40), of: "motion_covers") }.joined(separator: ", ")
  }

  /// A value, and below it its interval.
  func stacked(_ value: MotionValue) -> Markup {
    let text = { (number: Double) in FindingValue.number(number, decimals: 1, unit: "°") }
    let interval = language("report.range", ["low": text(value.ci95[0]), "high": text(value.ci95[1])])
    return .text(language.number(value.degrees, digits: 1) + "°")
      + .element("div", ["class": "quiet"], text: interval)
  }

  /// Why a value is withheld: the finding that names it, or those that refuse all.
  func reason(_ key: String, _ result: MotionResult) -> String {
    let withheld = result.findings.filter { $0.severity == .withheld }
    let own = withheld.filter { $0.values["end"]?.key == key }
    let isWhole = key == result.mainKey || own.isEmpty
    guard let text = (isWhole ? withheld : own).text(language) else { return language("motion.withheld") }
    return language("motion.withheld_because", ["reason": .text(text.printable(limit: 300))])
  }

  /// What was done against noise.
  func filters(_ result: MotionResult) -> String {
    let filters = result.filters
    return language(
      filters.kind == "filtered" ? "motion.was_filtered" : "motion.was_not_filtered",
      [
        "noise_degrees": .number(filters.noiseDegrees, decimals: 2, unit: "°"),
        "tolerance_degrees": .number(filters.toleranceDegrees, decimals: 1, unit: "°"),
      ])
  }
}

extension Finding {
  /// Why frames do not count, with their number.
  static func reason(_ key: String, _ count: Int, _ language: Language) -> String {
    let words = language.catalogue.terms["motion_reason"] ?? [:]
    guard words[key] != nil else { return "\(count) × \(key)" }
    return language.term(key, of: "motion_reason", ["count": .count(count)])
  }
}
