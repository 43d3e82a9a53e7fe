import Analysis
import Diagnostics

extension HeadChange {
  /// What was found as text for a terminal: changes, growth, distances, remarks.
  public var table: String {
    let remarks = notes.map { "Note: \($0.printable(limit: 1000)).\n" }.joined()
    let why = compared.state == .none ? changes["cvai"]?.reason ?? "" : reasons.joined(separator: "; ")
    let state = compared.line("compared") + (why.isEmpty ? "" : ": " + why.printable(limit: 2000)) + ".\n"
    return changesTable + "\n" + state + sizeText + "\n" + distancesTable + (remarks.isEmpty ? "" : "\n" + remarks)
  }

  private var changesTable: String {
    var table = TextTable(rightAligned: [1, 2, 3, 6])
    table.add("", "A", "B", "B − A", "", "95 % interval", "detectable", "")
    for name in MeasureName.allCases {
      guard let change = changes[name.rawValue] else { continue }
      table.add(
        name.title, Self.text(change.a), Self.text(change.b), Self.signed(change.printed), change.unit,
        change.ci95.map { "[\(Self.signed($0[0])), \(Self.signed($0[1]))]" } ?? "",
        Self.text(change.smallestDetectable),
        change.reason == nil ? Self.verdict(change.detected) : "withheld")
    }
    return table.text
  }

  private static func verdict(_ detected: Bool?) -> String {
    guard let detected else { return "" }
    return detected ? "changed" : "within error"
  }

  /// How they were laid upon each other, and the growth, as lines.
  var sizeText: String {
    let methods = [
      "landmarks": "their landmarks", "vault": "landmarks and vault (ears, face and neck left out)",
      "surface": "landmarks and surface",
    ]
    let per = { (factor: Double) in Self.signed(100 * (factor - 1)) }
    let size = growth.map { growth in
      "Size \(per(growth.value)) %" + (growth.ci95.map { " [\(per($0[0])), \(per($0[1]))]" } ?? "")
    }
    return """
      Laid upon each other by \(methods[registration.method] ?? registration.method); \
      fit \(NumberText.number(registration.rmsMm, digits: 2)) mm RMS at one size
      \(size ?? "Size withheld: not known to be one head")

      """
  }

  /// Distances over the vault and its parts.
  var distancesTable: String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.add("Distance of B from A, mm", "mean", "RMS", "5–95 %", "shape RMS", "shape mean")
    let parts = VaultRegion.allCases.compactMap { region in regions[region.rawValue].map { (region.rawValue, $0) } }
    for (name, distances) in [("vault", vault)] + parts {
      let (own, shape) = (distances.distance, distances.shape)
      table.add(
        name, Self.signed(own.meanMm), Self.text(own.rmsMm), "\(Self.signed(own.p5Mm)) to \(Self.signed(own.p95Mm))",
        Self.text(shape.rmsMm), Self.signed(shape.meanMm))
    }
    return table.text
  }

  private static func text(_ value: Double?) -> String { value.map { NumberText.number($0, digits: digits) } ?? "–" }

  /// The decimals of values in tables.
  static let digits = 2

  /// With a plus sign where it is positive as printed.
  static func signed(_ value: Double?) -> String {
    guard let value else { return "–" }
    let text = NumberText.number(value, digits: digits)
    return value > 0 && text != "0.00" ? "+" + text : text
  }
}

extension HeadChange.Change {
  /// The change for tables: the difference of the values as tables print them, so that the columns add up.
  var printed: Double? {
    guard change != nil, let a, let b else { return nil }
    return rounded(b, HeadChange.digits) - rounded(a, HeadChange.digits)
  }
}
