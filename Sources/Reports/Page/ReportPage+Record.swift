import Analysis
import Diagnostics

extension ReportPage {
  /// How the measures are defined.
  var definitions: Markup {
    let p = result.protocol
    let level: String
    switch p.levelFraction {
    case .some(let fraction):
      level = "\(NumberText.number(100 * fraction, digits: 0)) % of the way from the base plane to the vertex"
    case .none: level = p.level.split(separator: "_").joined(separator: " ")
    }
    let height = measures.section.map { " (\(NumberText.number(1000 * $0.level, digits: 1)) mm here)" } ?? ""
    let axis =
      p.apAxis == "sellion" ? "from the midpoint of the tragions to the sellion" : "perpendicular to the ear line"
    return .element("h2", text: "How it is defined")
      + .element(
        "p",
        text: "Protocol \(p.name), version \(p.version). Base plane: sellion and both tragions. Forward: \(axis). "
          + "Section: parallel to the base plane, \(level)\(height). Centre of the diagonals: "
          + "\(p.centre.split(separator: "_").joined(separator: " ")). Diagonals: "
          + "\(NumberText.number(p.diagonalAngleDegrees, digits: 0))° either side of the midline. CVAI divides by the longer "
          + "diagonal, CVAI over the shorter by the shorter one; the protocol's index is \(measures.choices.index.title). "
          + "Source: \(p.source). Nothing is measured across a gap wider than \(NumberText.number(p.bridgedGapMm, digits: 0)) mm."
      )
  }

  /// A block of text to paste into a record.
  var record: Markup {
    let names: [MeasureName] = [.cvai, .cvaiShorter, .cva, .cranialIndex, .circumference, .length, .width]
    let lines = names.map { name -> String in
      let measure = result.measures[name.rawValue]
      guard let value = measure?.value else { return "\(name.title): withheld (\(measure?.reason ?? "not measured"))" }
      let interval = measure?.ci95.map {
        " (95 % \(NumberText.number($0[0], digits: 1)) to \(NumberText.number($0[1], digits: 1)))"
      }
      return "\(name.title): \(NumberText.number(value, digits: 1)) \(name.unit)\(interval ?? "")"
    }
    let grade = result.severity.map {
      "\($0.scale.uppercased()) level \($0.level), \(FlattenedSide.title($0.flattened))"
    }
    let source =
      "Calvaria, protocol \(result.protocol.name) \(result.protocol.version); research tool, not a medical device"
    let text = (lines + [grade, source].compactMap { $0 }).joined(separator: "\n")
    return .element("h2", text: "For the record") + .element("pre", text: text)
  }
}
